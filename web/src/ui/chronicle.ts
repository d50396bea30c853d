/** A line of what happened, as it is told. */
export interface Said {
  text: string;
  /** Who did it. */
  seat: number | null;
  /** Where the rules say so. */
  rule: number | null;
  quiet?: boolean;
  /** Whether it is the moment on display, where lines are moments to go to. */
  here?: boolean;
  /** Whether what it is about is marked on the board. */
  marked?: boolean;
  /** What a click does, if anything. */
  go?: () => void;
}
