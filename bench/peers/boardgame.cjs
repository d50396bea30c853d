/**
 * boardgame.io with two games, for `palatine bench server`.
 *
 * "serve" runs its server on a free port of 127.0.0.1 and says where.  A plan, as JSON, lets people play
 * there: they talk to the server as its own client does, but hold no game themselves, so that what is
 * measured is the way from a click to the state that the server confirms.
 */
'use strict';

const ROWS = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const CLICK = 'click → confirmed';

/** Its own example. */
const ticTacToe = {
  name: 'tic-tac-toe',
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    click: ({ G, playerID }, id) => {
      if (G.cells[id] !== null) return 'INVALID_MOVE';
      G.cells[id] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    const won = ([a, b, c]) => G.cells[a] !== null && G.cells[a] === G.cells[b] && G.cells[a] === G.cells[c];
    if (ROWS.some(won)) return { winner: ctx.currentPlayer };
    if (G.cells.every((cell) => cell !== null)) return { draw: true };
  },
};

/** What is asked of somebody: all free cells. */
const freeCells = (G) => G.cells.flatMap((cell, id) => (cell === null ? [[id]] : []));

const CARDS = 54;
const HELD = 5;
const SPACES = Array.from({ length: 3 * CARDS }, (_, n) => `${'LWR'[n % 3]}${1 + Math.floor(n / 3)}`);

/**
 * A game of the shape of ours and no rules to speak of: hands and a pile that are hidden by playerView, a board
 * of 162 spaces, and in all as much state as a table of Rheinländer shows.  A card is laid on one of the three
 * spaces of its number, and another one is drawn.
 */
const hands = {
  name: 'hands',
  setup: ({ ctx, random }) => {
    const pile = random.Shuffle(Array.from({ length: CARDS }, (_, n) => n + 1));
    const held = Object.fromEntries(ctx.playOrder.map((seat) => [seat, pile.splice(0, HELD)]));
    const sites = Object.fromEntries(Array.from({ length: 34 }, (_, n) => [`site ${n}`, n % 3 ? 'church' : 'city']));
    return { pile, hands: held, spaces: {}, sites, discard: [], scores: ctx.playOrder.map(() => 0) };
  },
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    click: {
      client: false, // as everything hidden has to be
      move: ({ G, playerID }, card, space) => {
        const hand = G.hands[playerID];
        if (!hand.includes(card) || !SPACES.includes(space) || G.spaces[space]) return 'INVALID_MOVE';
        hand.splice(hand.indexOf(card), 1);
        if (G.pile.length) hand.push(G.pile.pop());
        G.spaces[space] = { knight: playerID, value: 1 + (card % 5) };
        G.discard.push(card);
        G.scores[Number(playerID)] += 1 + (card % 5);
      },
    },
  },
  endIf: ({ G }) => (Object.values(G.hands).some((hand) => hand.length === 0) ? { draw: true } : undefined),
  playerView: ({ G, playerID }) => ({
    ...G,
    pile: G.pile.length,
    hands: Object.fromEntries(
      Object.entries(G.hands).map(([seat, hand]) => [seat, seat === playerID ? hand : hand.length]),
    ),
  }),
};

/** What is asked of somebody: each card on each free space of its number. */
const freeSpaces = (G, seat) =>
  G.hands[seat].flatMap((card) =>
    SPACES.slice(3 * card - 3, 3 * card).flatMap((space) => (G.spaces[space] ? [] : [[card, space]])),
  );

const GAMES = { 'tic-tac-toe': [ticTacToe, freeCells], hands: [hands, freeSpaces] };

async function serve() {
  const { Server } = require('boardgame.io/server');
  const server = Server({ games: Object.values(GAMES).map(([game]) => game), origins: [/127\.0\.0\.1/] });
  const listen = server.app.listen; // its own run() would listen on every address
  server.app.listen = (port, done) => listen.call(server.app, port, '127.0.0.1', done);
  const { appServer } = await server.run({ port: 0 });
  console.log(`open: http://127.0.0.1:${appServer.address().port}`);
}

class Crowd {
  constructor(plan) {
    this.plan = plan;
    [this.name] = plan.games;
    this.choices = GAMES[this.name][1];
    this.times = [];
    this.finished = 0;
    this.measuring = false;
  }

  pause() {
    return -Math.log(1 - Math.random()) * this.plan.think * 1000;
  }

  async call(path, body) {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(this.plan.address + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer.json();
  }
}

/** As many people as the plan says, at one table after the other. */
class Table {
  constructor(crowd) {
    const { io } = require('socket.io-client');
    this.crowd = crowd;
    this.sockets = Array.from({ length: crowd.plan.players }, (_, seat) => {
      const socket = io(`${crowd.plan.address}/${crowd.name}`, { transports: ['websocket'], forceNew: true });
      socket.on('sync', (match, info) => this.look(seat, match, info.state));
      socket.on('update', (match, state) => this.look(seat, match, state));
      return socket;
    });
  }

  async begin() {
    const { players } = this.crowd.plan;
    const { matchID } = await this.crowd.call(`/games/${this.crowd.name}/create`, { numPlayers: players });
    const joining = this.sockets.map((_, seat) =>
      this.crowd.call(`/games/${this.crowd.name}/${matchID}/join`, { playerID: String(seat), playerName: `P${seat}` }),
    );
    this.credentials = (await Promise.all(joining)).map((joined) => joined.playerCredentials);
    this.match = matchID;
    this.seen = -1;
    this.sockets.forEach((socket, seat) =>
      socket.emit('sync', matchID, String(seat), this.credentials[seat], players),
    );
  }

  /** Somebody is told a state: whose click it confirms notes the time, whose turn it is decides. */
  look(seat, match, state) {
    if (match !== this.match) return;
    if (this.clicked?.seat === seat && state._stateID > this.clicked.state) {
      if (this.crowd.measuring) this.crowd.times.push((performance.now() - this.clicked.at) / 1000);
      this.clicked = null;
    }
    if (state._stateID <= this.seen || String(seat) !== state.ctx.currentPlayer) return;
    this.seen = state._stateID;
    if (state.ctx.gameover) {
      this.crowd.finished += this.crowd.measuring ? 1 : 0;
      setTimeout(() => this.begin(), this.crowd.pause());
    } else setTimeout(() => this.click(seat, state), this.crowd.pause());
  }

  click(seat, state) {
    const free = this.crowd.choices(state.G, seat);
    const args = free[Math.floor(Math.random() * free.length)];
    const playerID = String(seat);
    const payload = { type: 'click', args, playerID, credentials: this.credentials[seat] };
    this.clicked = { seat, state: state._stateID, at: performance.now() };
    this.sockets[seat].emit('update', { type: 'MAKE_MOVE', payload }, state._stateID, this.match, playerID);
  }
}

const sleep = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));

async function play(plan) {
  const crowd = new Crowd(plan);
  const tables = Array.from({ length: plan.tables }, () => new Table(crowd));
  const opened = (socket) => new Promise((done) => (socket.connected ? done() : socket.once('connect', done)));
  await Promise.all(tables.flatMap((table) => table.sockets.map(opened)));
  for (const table of tables) await table.begin();
  await sleep(Math.min(2, plan.seconds / 4));
  const began = performance.now();
  crowd.measuring = true;
  await sleep(plan.seconds);
  crowd.measuring = false;
  const seconds = (performance.now() - began) / 1000;
  const result = { seconds, times: { [CLICK]: crowd.times }, finished: crowd.finished };
  process.stdout.write(JSON.stringify(result), () => process.exit(0));
}

if (process.argv[2] === 'serve') serve();
else play(JSON.parse(process.argv[2]));
