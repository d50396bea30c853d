/** The course of a game as lines on paper: scales, ticks, paths, and labels that do not cover each other. */

export interface Frame {
  width: number;
  height: number;
  /** Room around the lines, for the numbers and the names. */
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export interface Curve {
  seat: number;
  path: string;
  /** Where its arms stand on the way: no two curves have them after the same decision. */
  mark: [number, number];
  /** Where it ends. */
  at: [number, number];
  /** Where its label stands: beside the end, or as near as the others let it. */
  label: number;
  points: number;
}

export interface Tick {
  value: number;
  at: number;
}

export interface Plot {
  curves: Curve[];
  /** For the points, from below to above. */
  across: Tick[];
  /** For the decisions, from the first to the last. */
  along: Tick[];
}

const APART = 40; // pixels at least, from one line of the paper to the next

/** `course` has everybody's points before the first decision and after each. */
export function plot(course: readonly number[][], frame: Frame, between: number): Plot {
  const last = Math.max(1, course.length - 1);
  const all = course.flat();
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const lines = Math.max(2, Math.floor((frame.height - frame.top - frame.bottom) / APART));
  const x = (decision: number) => round(frame.left + (decision / last) * (frame.width - frame.left - frame.right));
  const y = (points: number) =>
    round(frame.height - frame.bottom - ((points - low) / (high - low)) * (frame.height - frame.top - frame.bottom));
  const seats = (course[0] ?? []).map((_, seat) => seat);
  const point = (n: number, seat: number): [number, number] => [x(n), y(course[Math.min(n, course.length - 1)][seat])];
  const ends = seats.map((seat) => course[course.length - 1][seat]);
  const labels = apart(ends.map(y), between, frame.top, frame.height - frame.bottom);
  return {
    curves: seats.map((seat) => ({
      seat,
      path: stairs(
        course.map((points) => points[seat]),
        x,
        y,
      ),
      mark: point(Math.round((last * (seat + 1)) / (seats.length + 1)), seat),
      at: point(course.length - 1, seat),
      label: labels[seat],
      points: ends[seat],
    })),
    across: steps(low, high, lines).map((value) => ({ value, at: y(value) })),
    along: steps(0, last, 4).map((value) => ({ value, at: x(value) })),
  };
}

/** The round numbers from `low` to `high`, in at most so many steps. */
export function steps(low: number, high: number, most: number): number[] {
  const rough = (high - low) / most;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((n) => n * size).find((n) => n >= rough - 1e-9) ?? 10 * size);
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, n) => (first + n) * step);
}

/** Places near those that are wanted, in the same order, at least so far apart and within bounds. */
export function apart(wanted: readonly number[], between: number, low: number, high: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a] - wanted[b] || a - b);
  const found = [...wanted];
  let above = low - between;
  for (const i of order) above = found[i] = Math.max(found[i], above + between);
  let below = high + between;
  for (const i of order.reverse()) below = found[i] = Math.min(found[i], below - between);
  return found.map(round);
}

// Points stay until a decision changes them.
function stairs(points: readonly number[], x: (n: number) => number, y: (points: number) => number): string {
  let path = `M${x(0)} ${y(points[0] ?? 0)}`;
  for (let n = 1; n < points.length; n++) if (points[n] !== points[n - 1]) path += `H${x(n)}V${y(points[n])}`;
  return `${path}H${x(points.length - 1)}`;
}

const round = (number: number): number => Math.round(number * 10) / 10;
