import { describe, expect, it } from 'vitest';
import { ahead, candidates, glowing, isSaid, named, NOTHING, plain, point, verbs } from './choose';
import type { Choice } from './protocol';

const choice = (move: string, ...things: string[]): Choice => ({ move, things, label: { key: move } });
const moves = (choices: Choice[]): string[] => choices.map((c) => c.move);
const set = (...things: string[]): Set<string> => new Set(things);

/** Point at several things in a row; the last answer. */
function click(choices: Choice[], ...things: string[]) {
  let selected: ReadonlySet<string> = NOTHING;
  let drafted: string | null = null;
  for (const thing of things) {
    const next = point(choices, selected, thing);
    if (!next) return { selected, drafted, refused: true };
    selected = next.selected;
    drafted = next.choice?.move ?? null;
  }
  return { selected, drafted, refused: false };
}

const river = [
  choice('23>L23', 'card:23', 'space:L23'),
  choice('23>R23', 'card:23', 'space:R23'),
  choice('14>L14', 'card:14', 'space:L14'),
  choice('47>I3', 'card:47', 'space:I3'),
  choice('47>R47', 'card:47', 'space:R47'),
  choice('52>I3', 'card:52', 'space:I3'),
  choice('52>L52', 'card:52', 'space:L52'),
  ...[14, 23, 47, 52].flatMap((n) => [
    choice(`${n}+`, `card:${n}`, 'use:reinforce'),
    choice(`${n}-`, `card:${n}`, 'use:discard'),
  ]),
];

describe('a board', () => {
  it('drafts when card and space are pointed at, in either order', () => {
    expect(click(river, 'card:23', 'space:L23').drafted).toBe('23>L23');
    expect(click(river, 'space:R23').drafted).toBe('23>R23');
  });

  it('drafts a card at once that fits one space only; its other uses stay within reach', () => {
    const { drafted, selected } = click(river, 'card:14');
    expect(drafted).toBe('14>L14');
    expect(verbs(river, selected)).toEqual(['use:reinforce', 'use:discard']);
    expect(click(river, 'card:14', 'use:reinforce').drafted).toBe('14+');
  });

  it('asks which card when two fit an island', () => {
    const { drafted, selected } = click(river, 'space:I3');
    expect(drafted).toBeNull();
    expect(moves(candidates(river, selected))).toEqual(['47>I3', '52>I3']);
    expect(glowing(river, selected)).toEqual(set('card:47', 'card:52'));
    expect(click(river, 'space:I3', 'card:52').drafted).toBe('52>I3');
  });

  it('lets another card take the place of the first', () => {
    const { drafted, selected } = click(river, 'card:23', 'card:47');
    expect(drafted).toBeNull();
    expect(selected).toEqual(set('card:47'));
    expect(click(river, 'card:23', 'space:L23', 'card:14').drafted).toBe('14>L14');
  });

  it('keeps the space where the other card fits it too', () => {
    expect(click(river, 'space:I3', 'card:47', 'card:52').drafted).toBe('52>I3');
  });

  it('starts anew at a space that does not go with the card', () => {
    const { drafted, selected } = click(river, 'card:23', 'space:L52');
    expect(drafted).toBe('52>L52');
    expect(selected).toEqual(set('space:L52'));
  });

  it('treats reinforcing as a mode: first the mode, then any card', () => {
    const { selected } = click(river, 'use:reinforce');
    expect(glowing(river, selected)).toEqual(set('card:14', 'card:23', 'card:47', 'card:52'));
    expect(click(river, 'use:reinforce', 'card:47').drafted).toBe('47+');
    expect(click(river, 'use:reinforce', 'card:47', 'card:52').drafted).toBe('52+');
  });

  it('lets another mode take the place of the first and keeps the card', () => {
    expect(click(river, 'card:14', 'use:reinforce', 'use:discard').drafted).toBe('14-');
  });

  it('leaves a mode by pointing at it again', () => {
    expect(click(river, 'card:47', 'use:reinforce', 'use:reinforce').selected).toEqual(set());
  });

  it('unselects what is pointed at twice', () => {
    expect(click(river, 'card:23', 'card:23')).toEqual({ selected: set(), drafted: null, refused: false });
  });

  it('refuses what no decision is about', () => {
    expect(point(river, NOTHING, 'space:L1')).toBeNull();
  });

  it('makes all that fits glow at first, and modes as well', () => {
    const glow = glowing(river, NOTHING);
    expect(glow.has('card:23') && glow.has('space:I3') && glow.has('use:discard')).toBe(true);
  });

  it('offers decisions without things as buttons only', () => {
    const bastion = [choice('#L30', 'space:L30'), choice('.')];
    expect(moves(plain(bastion))).toEqual(['.']);
    expect(glowing(bastion, NOTHING)).toEqual(set('space:L30'));
    expect(click(bastion, 'space:L30').drafted).toBe('#L30');
  });

  it('needs a click even if only one decision is left', () => {
    const only = [choice('7xL7', 'card:7', 'space:L7')];
    expect(glowing(only, NOTHING)).toEqual(set('card:7', 'space:L7'));
    expect(click(only, 'card:7').drafted).toBe('7xL7');
  });
});

const court = [
  choice('settle', 'do:settle'),
  choice('give 1', 'do:give', 'seat:1'),
  choice('give 2', 'do:give', 'seat:2'),
  ...[1, 2, 3, 4].map((n) => choice(`take ${n}`, 'do:money', `pile:${n}`)),
  choice('recruit 3', 'do:recruit', 'pile:3'),
  choice('recruit 4', 'do:recruit', 'pile:4'),
  choice('use MarketWoman 2', 'use:MarketWoman', 'pile:2'),
  choice('use MarketWoman 3', 'use:MarketWoman', 'pile:3'),
  choice('use Jailer', 'use:Jailer'),
  choice('use Farmer take 2', 'use:Farmer', 'do:money', 'pile:2'),
  choice('use Farmer give 2', 'use:Farmer', 'do:give', 'seat:2'),
  choice('use Vintner 3 Miner', 'use:Vintner', 'pile:3', 'pick:3:Miner'),
  choice('use Vintner 3 Farmer', 'use:Vintner', 'pile:3', 'pick:3:Farmer'),
  choice('use CourtLady Forge 2 Garden', 'use:CourtLady', 'mine:Forge', 'theirs:2:Garden'),
  choice('use CourtLady Mint 2 Garden', 'use:CourtLady', 'mine:Mint', 'theirs:2:Garden'),
  choice('use Troubadour Forge 3', 'use:Troubadour', 'mine:Forge', 'pile:3'),
  choice('end'),
];

describe('a court', () => {
  it('asks what to do with a pile that allows money and recruiting', () => {
    const { drafted, selected } = click(court, 'pile:3');
    expect(drafted).toBeNull();
    expect(moves(candidates(court, selected))).toEqual(['take 3', 'recruit 3']);
    expect(verbs(court, selected)).toEqual([
      'do:money',
      'do:recruit',
      'use:MarketWoman',
      'use:Vintner',
      'use:Troubadour',
    ]);
    expect(click(court, 'pile:3', 'do:recruit').drafted).toBe('recruit 3');
  });

  it('drafts a pile at once that allows one thing only', () => {
    expect(click(court, 'pile:1').drafted).toBe('take 1');
    expect(click(court, 'pile:2').drafted).toBe('take 2');
  });

  it('goes the other way too: first what, then where', () => {
    const { selected } = click(court, 'do:recruit');
    expect(glowing(court, selected)).toEqual(set('pile:3', 'pile:4'));
    expect(click(court, 'do:money', 'pile:3').drafted).toBe('take 3');
    expect(click(court, 'do:money', 'pile:3', 'pile:4').drafted).toBe('take 4');
  });

  it('keeps an ability out until it is asked for', () => {
    const { selected } = click(court, 'use:MarketWoman');
    expect(moves(candidates(court, selected))).toEqual(['use MarketWoman 2', 'use MarketWoman 3']);
    expect(click(court, 'use:MarketWoman', 'pile:3').drafted).toBe('use MarketWoman 3');
    expect(click(court, 'use:MarketWoman', 'pile:3', 'pile:2').drafted).toBe('use MarketWoman 2');
    expect(click(court, 'pile:3', 'use:MarketWoman').drafted).toBe('use MarketWoman 3');
  });

  it('drafts an ability that needs nothing else at once', () => {
    expect(click(court, 'use:Jailer').drafted).toBe('use Jailer');
  });

  it('keeps the mode when another thing changes the rest', () => {
    expect(click(court, 'use:Farmer', 'do:money', 'seat:2').drafted).toBe('use Farmer give 2');
  });

  it('finds the ability from the things that only it is about', () => {
    const { selected, drafted } = click(court, 'mine:Forge');
    expect(drafted).toBeNull();
    expect(verbs(court, selected)).toEqual(['use:CourtLady', 'use:Troubadour']);
    expect(click(court, 'mine:Forge', 'theirs:2:Garden').drafted).toBe('use CourtLady Forge 2 Garden');
  });

  it('picks within a pile', () => {
    const { selected } = click(court, 'use:Vintner');
    expect(glowing(court, selected)).toEqual(set('pick:3:Miner', 'pick:3:Farmer'));
    expect(click(court, 'use:Vintner', 'pick:3:Farmer').drafted).toBe('use Vintner 3 Farmer');
  });

  it('chooses a character by one click', () => {
    const hand = [choice('play Queen', 'character:Queen'), choice('play Duke', 'character:Duke')];
    expect(click(hand, 'character:Queen').drafted).toBe('play Queen');
    expect(click(hand, 'character:Queen', 'character:Duke').drafted).toBe('play Duke');
  });

  it('says what a thing would lead to', () => {
    expect(moves(ahead(court, NOTHING, 'pile:3'))).toEqual(['take 3', 'recruit 3']);
    expect(moves(ahead(court, set('do:recruit'), 'pile:3'))).toEqual(['recruit 3']);
    expect(moves(ahead(court, set('do:recruit'), 'seat:1'))).toEqual(['give 1']);
  });
});

describe('what is said by name', () => {
  const names = Object.fromEntries(
    ['action:1:money', 'action:1:build', 'pile:1', 'pile:2', 'pile:3', 'pile:4', 'seat:1', 'seat:2'].map((t) => [t, t]),
  );
  const theft = [choice('steal 1 money', 'action:1:money'), choice('steal 1 build', 'action:1:build')];

  it('is one of a few pieces, where nothing else is open', () => {
    expect(named(theft, NOTHING, names)).toEqual(['action:1:money', 'action:1:build']);
    expect(named(court, set('do:money'), names)).toEqual(['pile:1', 'pile:2', 'pile:3', 'pile:4']);
    expect(named(court, set('do:give'), names)).toEqual(['seat:1', 'seat:2']);
  });

  it('is nothing where it is open what to do, or pieces of several kinds are wanted', () => {
    expect(named(court, NOTHING, names)).toEqual([]);
    expect(named(court, set('use:Troubadour'), names)).toEqual([]);
  });

  it('is nothing without a name, and nothing where there are many', () => {
    expect(named(theft, NOTHING, {})).toEqual([]);
    const many = [1, 2, 3, 4, 5, 6].map((n) => choice(`take ${n}`, `pile:${n}`));
    expect(named(many, NOTHING, Object.fromEntries(many.map((c) => [c.things[0], 1])))).toEqual([]);
  });

  it('is the only piece that is left', () => {
    expect(named([choice('swap 2', 'seat:2')], NOTHING, names)).toEqual(['seat:2']);
  });
});

describe('a choice', () => {
  const [take, jailer] = ['take 1', 'use Jailer'].map((move) => court.filter((c) => c.move === move)[0]);

  it('is said in full once all is pointed at that makes it this one', () => {
    const [two, one] = [river[0], river[2]];
    expect(isSaid(river, set('card:23', 'space:L23'), two)).toBe(true);
    expect(isSaid(river, set('card:14'), one)).toBe(false);
    expect(isSaid(river, set('card:14', 'space:L14'), one)).toBe(true);
  });

  it('needs no word for what all others share', () => {
    const own = court.filter((c) => c.things[0]?.match(/^(do:money|use:)/));
    expect(isSaid(own, set('pile:1'), take)).toBe(true);
    expect(isSaid(court, set('pile:1'), take)).toBe(false);
    expect(isSaid(court, set('use:Jailer'), jailer)).toBe(true);
  });
});
