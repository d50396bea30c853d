// A player of Rival Kings in JavaScript: it needs nothing but Node.
//
//     palatine players check "run:node tollkeeper.mjs" rivalkings
import { createInterface } from 'node:readline';

// It robs whom it can, buys what it can, and else takes the money of the richest pile.
function liking(move, position) {
  const [word, first] = move.split(' ');
  switch (word) {
    case 'steal': return 100 + position.players[Number(first)].coins;
    case 'build':
    case 'recruit': return 80;
    case 'take': return 20 + position.piles[Number(first) - 1].money;
    case 'use': return 10;
    case 'settle': return 5;
    default: return 0;
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.hello) continue; // a game begins; there is nothing to answer
  let [move, best] = [null, -1];
  for (const choice of message.legal) {
    const liked = liking(choice, message.position);
    if (liked > best) [move, best] = [choice, liked];
  }
  console.log(JSON.stringify({ move }));
}
