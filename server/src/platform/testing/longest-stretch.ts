/** Milliseconds between two looks: what is longer than this is seen to the millisecond. */
const LOOK_EVERY = 5;

/** The longest that a thread kept everybody else waiting, in milliseconds. */
export type Stretch = {
  /** Of its own processor time: what other processes of a busy machine take of the clock is not counted. */
  worked_ms: number;
  /** Of the clock: what it waited for counts too, and on a busy machine what others took. */
  still_ms: number;
};

/** Watches how long this thread goes on without letting anybody else have a turn. */
export function watchStretches(): { longest(): Stretch } {
  let longest: Stretch = { worked_ms: 0, still_ms: 0 };
  let last = { worked: workedMs(), clock: performance.now() };
  const look = () => {
    const now = { worked: workedMs(), clock: performance.now() };
    longest = {
      worked_ms: Math.max(longest.worked_ms, now.worked - last.worked),
      still_ms: Math.max(longest.still_ms, now.clock - last.clock - LOOK_EVERY),
    };
    last = now;
  };
  setInterval(look, LOOK_EVERY).unref();
  return {
    /** The longest since this was asked before. */
    longest: () => {
      look();
      const found = longest;
      longest = { worked_ms: 0, still_ms: 0 };
      return found;
    },
  };
}

function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
