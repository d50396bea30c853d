// What a browser and the server say to each other. Written by tools/make_protocol.py from
// src/palatine/server/protocol, where it is to be changed.

/** Something to be said: the key of its words, and what they speak of. */
export interface Message {
  key: string;
  args?: Record<string, Value>;
}

export type Value = number | string | boolean | null | Message | Value[];

/** An option that a table may agree on: a switch, or a choice among names. */
export interface OptionInfo {
  name: string;
  choices: string[] | null; // none for a switch
}

/** A program that can take a seat; they come from the weakest to the strongest. */
export interface Level {
  name: string;
  seconds: number; // about how long it thinks about a decision
  offered: boolean; // else only tables of old have it
}

/** A game as the lobby offers it. */
export interface GameInfo {
  name: string;
  title: string;
  about: string; // its words for the lobby, as Fluent has them: summary, options
  players: [number, number];
  minutes: [number, number];
  colours: string[];
  options: OptionInfo[];
  levels: Level[];
}

/** Who is asking: only a name; the secret stays in the cookie. */
export interface Me {
  name: string;
  build: string; // of the client that this server gives out
  grace: number; // seconds until a program plays on for who is away, where a table agrees on nothing else
}

export interface NewName {
  name: string;
}

/** What went wrong, for a program (`code`) and for a person (`message`). */
export interface Problem {
  code: string;
  message: Message;
  game: string | null; // whose words it needs, where those of the house do not suffice
}

/** Who is to sit somewhere: the one who opens the table, whoever comes by the link, or a program. Several people at one device each have a seat of kind `me`, and names of their own. */
export interface SeatPlan {
  kind: 'me' | 'open' | 'program';
  level?: string | null; // of a program
  name?: string | null; // at a seat of kind `me`; else that of the one who asks
}

/** How long a decision may take, in seconds: each its time, and a reserve for the whole game. */
export interface ClockSettings {
  move: number;
  reserve: number;
}

/** Begin in the middle of a game that was played: after so many decisions of a replay. */
export interface Branch {
  replay: string;
  at: number;
  hidden: 'anew' | 'kept'; // the cards that no watcher saw, less yours if all others are programs
}

export interface NewTable {
  game: string;
  seats: SeatPlan[];
  options?: Record<string, unknown>;
  listed?: boolean; // whether the lobby shows the table to everybody
  clock?: ClockSettings | null;
  grace?: number | 'never' | null; // seconds before a program plays on for who is away
  branch?: Branch | null;
  adds?: boolean; // to the deal: the table waits a moment for your promise, and for what it is of
}

/** Take an open seat, the first one unless said, or come back to the one that was left. */
export interface Join {
  seat?: number | null;
  adds?: boolean; // to the deal, as with a new table
}

/** Let programs take the open seats. */
export interface Fill {
  level: string;
}

/** Ask for advice at a table, for one's own seat. */
export interface HintRequest {
  seat: number;
}

/** A seat as everybody sees it. */
export interface SeatInfo {
  seat: number;
  colour: string;
  kind: 'open' | 'person' | 'program';
  name: string; // empty while open
  called: string | Message; // as the log calls whoever sits here
  level: string | null; // of a program
  you: boolean;
  yours: boolean; // one of the seats of this browser: of several, `you` is the one that is selected
  online: boolean;
  stand_in: string | null; // the level of the program that plays on while the owner is away
  left: boolean; // the owner has left the table and may come back
  device: number | null; // where several are played on one device: the first of them
}

/** Somebody asks the others to let a decision be taken back. */
export interface UndoInfo {
  number: number; // of the request in the log: an answer names it
  seat: number;
  waiting: number[]; // who has not answered yet
}

/** A seat whose browser adds to the deal. */
export interface DealPromise {
  seat: number;
  promise: string | null; // SHA-256 of what it adds; none before it has promised
}

/** What browsers add to the deal; what that was is told by the record of the game. */
export interface DealInfo {
  asks: 'promise' | 'reveal' | null; // what the deal waits for; none once it is made
  waiting: number[]; // whose browsers have not answered yet
  promises: DealPromise[];
}

/** A seat's time; both in seconds, `since` since 1970 and only while it runs. */
export interface SeatClock {
  left: number; // of the reserve, when its clock began to run
  since: number | null;
}

/** The clocks of a table, as the server's own clock tells it. */
export interface ClockInfo {
  move: number;
  reserve: number;
  now: number;
  seats: SeatClock[];
}

/** How a table stands: what changes from decision to decision. `TableInfo` has the same fields. Fields that are left out are null, `can_hint` false: with every decision it is told to everybody. */
export interface Progress {
  status: 'over' | 'playing' | 'waiting';
  changed: number;
  to_act: number[];
  winners?: number[];
  scores?: number[];
  undo?: UndoInfo;
  can_undo?: 'ask' | 'yes';
  can_hint?: boolean;
  clock?: ClockInfo;
}

/** A table as everybody sees it. */
export interface TableInfo {
  id: string;
  game: string;
  title: string;
  options: Record<string, unknown>;
  status: 'over' | 'playing' | 'waiting';
  seats: SeatInfo[];
  you: number | null; // your seat
  host: boolean; // whether you have opened it
  listed: boolean;
  opened: number; // seconds since 1970
  changed: number;
  to_act: number[];
  commitment: string; // SHA-256 of the seed, or of the secret that it is made of
  winners: number[] | null;
  scores: number[] | null;
  undo: UndoInfo | null;
  can_undo: 'ask' | 'yes' | null; // whether you may take your last decision back
  rematch: string | null; // the table where it goes on
  closed: string | null; // whoever runs the server has closed it, and why; empty where none was given
  can_hint: boolean; // whether you may ask for advice here
  clock: ClockInfo | null;
  branch: Branch | null; // where it began, if in the middle of another game
  deal: DealInfo | null; // none where nobody adds to it
}

/** Put tables away, so that one's lobby shows them no more, or take them back. */
export interface PutAway {
  tables: string[];
  away?: boolean;
}

/** The tables of the one who asks, the latest first, and those that are open to everybody. Of the latter those come first where somebody is, and of one host there are only a few. */
export interface Lobby {
  mine: TableInfo[];
  listed: TableInfo[];
}

/** A line of the table's log: an event of the game, or something about the seats (`table-…`). Its words are those of `event-KIND`, said of its data and its seat. */
export interface Line {
  number: number; // of the entry in the log that brought it
  kind: string;
  seat: number;
  data: Record<string, unknown>;
  rule: number | null; // where the rules page says so: "### Rule 7 · …"
}

/** What a seat may think about a decision that it owes. */
export interface Advice {
  decision: number; // how many decisions were made before
  seat: number;
  prompt: Message;
  chances: number[]; // of every seat to win, as things stand
  choices: Judged[]; // the best first; then what was decided, if it is none of them
}

/** A choice, and what it is worth. */
export interface Judged {
  move: string;
  label: Message;
  chances: number[]; // of every seat to win, once this is chosen
  visits: number; // how often the search has looked at it
  line: string[]; // the moves of the turn as far as they can be foreseen, this choice first
  things: string[]; // all that would be pointed at for them, in their order
  reasons: Message[];
  played: boolean; // whether it is what was decided
  then: Message[]; // how the line goes on after this choice
}

/** How a seat has decided. */
export interface Account {
  seat: number;
  name: string | Message;
  decisions: number; // without those that were forced
  loss: number; // of chance to win, a decision
  mistakes: number;
  kept: number; // of the chances that its best choices had, the share that it kept
  luck: number; // what cards that came up brought or took of its chance, all in all
  verdict: Message[]; // both in words; none before anything is known
}

/** What is known of a game so far; complete once every decision has its moment. */
export interface Analysis {
  format: 'palatine-analysis';
  version: number;
  record: string; // SHA-256 of the record's text
  game: string;
  names: (string | Message)[];
  depth: Depth;
  decisions: number;
  moments: Moment[]; // in the order of the game
  accounts: Account[];
  turning_points: TurningPoint[]; // in the order of the game; none before it is complete
}

/** How a game is to be analysed. */
export interface Depth {
  iterations: number | null; // a decision
  seconds: number | null; // a decision
  true_deal: boolean; // as if all cards had been known
}

/** A decision of a game, and what could have been decided instead. */
export interface Moment {
  decision: number; // its number, from 1
  seat: number;
  forced: boolean; // there was one choice only, and nothing was thought about
  secret: boolean; // others had to decide at the same time, and came later in the record
  chances: number[]; // of every seat to win, before it; empty where it was forced
  played: Judged;
  best: Judged;
  loss: number; // of chance to win, by playing something else than the best
  points: number[]; // everybody's after it, had the game ended then
  luck: number[]; // what the cards that came up then made of each seat's chance; empty for none
  came: Message[]; // these cards, told to whom they came
}

/** Where somebody's chance to win became another one: by a mistake, by cards that came up, or by a rival. Both chances are thought from the eyes of that seat. */
export interface TurningPoint {
  decision: number; // the mistake, the one that brought the cards, or the rival's
  kind: 'luck' | 'mistake' | 'rival';
  seat: number;
  before: number; // with the best choice; or after this seat's own last decision
  after: number; // with what was played; or before its next one, or in the end
  told: Message[]; // what came up, as this seat saw it
}

/** All that a seed was made of. */
export interface Deal {
  secret: string; // of the table: 64 hexadecimal digits
  commitment: string; // its SHA-256, which everybody saw before
  parts: DealPart[]; // in the order of seats
}

/** What was added at a seat: 32 bytes as hexadecimal digits, and their SHA-256, which was told before. */
export interface DealPart {
  seat: number;
  promise: string;
  added?: string; // none where it was not told in time
}

/** A position as it is shown; every game's begins so. */
export interface Position {
  n: number; // how many decisions were made
  to_act: number[]; // the seats that owe one
}

/** A record to watch, by its text. */
export interface Upload {
  record: string;
}

/** A game that can be watched: one that was played here, or a record from elsewhere. */
export interface ReplayInfo {
  id: string;
  table: TableInfo; // as it was in the end
  decisions: number;
  seed: string; // what all luck came from
  uploaded: boolean;
  course: number[][]; // everybody's points, had it ended so: at first, and after each decision
  deal: Deal | null; // what the seed was made of; none where that was the server's secret alone
}

/** A game after so many decisions, as one viewer saw it. */
export interface ReplayStep {
  seat: number | null; // who decided; none before the first decision
  move: string | null; // none where the viewer did not see it
  label: Message | null;
  lines: Line[];
  shown: Position;
  to_act: number[];
}

/** A whole game as one viewer saw it: a seat, a watcher, or one to whom all is open. */
export interface Replay {
  viewer: string;
  steps: ReplayStep[];
}

/** Ask what could be decided at a moment of a game to watch. */
export interface AdviceRequest {
  at?: number | null; // after so many decisions; the last moment that somebody decides at unless said
  seat?: number | null; // where several decide at once; the first of them unless said
}

/** Ask for the analysis of a game to watch. */
export interface AnalysisRequest {
  true_deal?: boolean; // as if all cards had been known
  quick?: boolean; // with less thought: enough to find the greatest mistakes
}

/** How far an analysis is, and the whole of it once it is done. */
export interface AnalysisStatus {
  id: string;
  done: number; // decisions
  decisions: number;
  analysis: Analysis | null;
  before: number; // other analyses that have their turn before its next decision
}

/** A legal decision: what has to be pointed at for it, and its words on a button. */
export interface Choice {
  move: string;
  things: string[];
  label: Message;
}

/** What a seat has to decide. */
export interface Ask {
  question: number; // the number in the log that raised it: an answer names it
  prompt: Message;
  choices: Choice[];
  words: Record<string, Message>; // what things are called that may also be said, as use:reinforce
  each: Record<string, Message[]>; // of each choice, by its move: what it would do
  chosen: string | null; // a decision that is made and can still be changed
}

/** Somebody who is to act is away. */
export interface Away {
  seat: number;
  left: number | null; // seconds until a program plays on; none: never by itself
  agreed: number[]; // the seats that would have one at once
}

/** The whole table: on arrival, after a gap, and after a decision was taken back. */
export interface Snapshot {
  type: 'snapshot';
  build: string;
  number: number;
  table: TableInfo;
  watchers: number;
  away: Away[];
  lines: Line[];
  shown: Position | null; // none while the table waits for players
  checksum: number | null; // of what is shown
  ask: Ask | null;
  reason: 'arrival' | 'select_seat' | 'sync' | 'undo';
}

/** One entry of the log and what it changed. Numbers go up by one: a gap calls for `sync`. What is shown comes as changes to what was shown before: paths with what stands there now, and paths where nothing does any more. An empty path is the whole position. */
export interface Update {
  type: 'update';
  number: number;
  progress: Progress;
  lines: Line[];
  changed: [(string | number)[], unknown][];
  gone: (string | number)[][];
  checksum: number | null; // of what is shown then; if another one comes out, that calls for `sync` too
  table?: TableInfo; // where more of it has changed than its progress
  ask?: Ask | null; // where something else is asked than before
}

/** Who is at the table now, and for whom it waits who is not. */
export interface Presence {
  type: 'presence';
  online: boolean[];
  watchers: number;
  away: Away[];
}

/** What was asked for is done and stored. */
export interface Ack {
  type: 'ack';
  id: string;
  number: number; // of the last entry it made in the log
}

/** What was asked for is not done; nothing has changed by it. */
export interface Refused {
  type: 'refused';
  id: string;
  code: string;
  message: Message;
}

/** What some decisions would lead to, as far as it can be known beforehand. */
export interface Considered {
  type: 'considered';
  question: number;
  moves: string[];
  told: Message[]; // what would happen
  done: boolean; // nothing can be added before these are confirmed
  hidden: boolean; // because luck or something hidden comes next
  shown: Position | null; // the table with them, where it can be shown
  ask: Ask | null; // what could be decided next, if anything
}

/** Why something that was pointed at cannot be chosen. */
export interface Explanation {
  type: 'explanation';
  things: string[];
  message: Message;
}

export interface Pong {
  type: 'pong';
  number: number; // the latest entry in the log: a client that is behind asks for `sync`
}

/** The server closes: it restarts, or there is no such table. */
export interface Bye {
  type: 'bye';
  code: string;
  message: Message;
}

export type FromServer = Snapshot | Update | Presence | Ack | Refused | Considered | Explanation | Pong | Bye;

/** Decide: one or several decisions, all or none. Sent again with the same id it counts once. */
export interface Play {
  type: 'play';
  id: string;
  question: number;
  moves: string[];
}

/** Ask what decisions would do; with none, what each of the present choices would. */
export interface Consider {
  type: 'consider';
  question: number;
  moves: string[];
}

/** Ask why things cannot be chosen, after some decisions that are only considered yet. */
export interface Explain {
  type: 'explain';
  question: number;
  moves: string[];
  things: string[];
}

/** Take back one's last turn; where something hidden was seen, this asks the others. */
export interface Undo {
  type: 'undo';
  id: string;
}

/** Answer somebody's request to take something back. */
export interface Consent {
  type: 'consent';
  id: string;
  number: number;
  yes: boolean;
}

/** Give somebody who is away more time. */
export interface Wait {
  type: 'wait';
  id: string;
  seat: number;
}

/** Let a program play on for somebody who is away, once all who are there say so. */
export interface HandOver {
  type: 'hand_over';
  id: string;
  seat: number;
}

/** Once more, with everybody. */
export interface Rematch {
  type: 'rematch';
  id: string;
}

/** Promise what this browser will add to the deal: the SHA-256 of 32 bytes, in hexadecimal digits. */
export interface PromisePart {
  type: 'promise';
  id: string;
  promise: string;
}

/** Tell what was promised, once all have promised. */
export interface RevealPart {
  type: 'reveal';
  id: string;
  added: string;
}

/** Look and decide from another of one's own seats, or from none while the device is passed on. */
export interface SelectSeat {
  type: 'select_seat';
  seat: number | null;
}

/** Something was missed: send a snapshot. */
export interface Sync {
  type: 'sync';
}

/** A sign of life. */
export interface Ping {
  type: 'ping';
}

export type FromClient = Play | Consider | Explain | Undo | Consent | Wait | HandOver | Rematch | PromisePart | RevealPart | SelectSeat | Sync | Ping;

/** A key, as `palatine host link` has put it into an address. */
export interface HostKey {
  key: string;
}

/** This browser is the host's for a while. */
export interface HostSession {
  until: number; // seconds since 1970
}

/** A seat, and who is on it. */
export interface HostSeat {
  seat: number;
  colour: string;
  kind: 'open' | 'person' | 'program';
  name: string;
  person: string | null; // the sign of who sits there
  level: string | null; // of the program that decides there now
  online: boolean | null; // none where no server was asked
}

/** A table whose game is not over. */
export interface HostTable {
  id: string;
  game: string;
  title: string;
  status: 'playing' | 'waiting';
  seats: HostSeat[];
  listed: boolean;
  opened: number;
  changed: number; // when something happened last
  decisions: number;
  watchers: number | null;
}

/** Somebody who has told a name, or has sat at a table. */
export interface HostPerson {
  person: string; // a sign: it opens nothing
  name: string;
  seen: number | null; // to the hour
  tables: string[]; // where they sit, of those that are told
  online: boolean | null;
  address: string | null; // where they last asked this process from; of IPv6 the first 64 bits
}

/** A limit that somebody has met since this process began. */
export interface HostHit {
  budget: string;
  person: string | null;
  name: string;
  address: string | null;
  times: number;
  last: number;
}

/** A ban in force. */
export interface HostBan {
  number: number;
  target: string; // the sign of a person, or a range of addresses
  name: string; // of the person
  made: number;
  ends: number | null;
  why: string;
}

/** For how many days things are kept; none: for ever. */
export interface HostKeeping {
  finished: number | null;
  uploads: number | null;
  idle: number | null;
}

/** What was removed because it was old. */
export interface HostTidied {
  at: number;
  tables: number;
  records: number;
  analyses: number;
  people: number;
}

/** How the house is: the latest of everything. */
export interface HostView {
  now: number;
  live: boolean; // whether a server was asked; else only the database was
  tables: HostTable[];
  unreadable: string[]; // tables of rules that are not here
  people: HostPerson[];
  bans: HostBan[];
  limits: HostHit[] | null;
  keeping: HostKeeping | null;
  tidied: HostTidied | null;
}

export interface CloseTable {
  why?: string; // what everybody there is told
}

export interface RemovePerson {
  person: string;
  why?: string;
}

export interface NewBan {
  target: string; // the sign of a person, an address, or a range of them
  hours?: number | null; // none: until it is lifted
  why?: string;
  force?: boolean; // though it would ban nearly everybody, or oneself
}

/** What was asked for is the case. */
export interface HostDone {
  changed: boolean; // or it was before
}
