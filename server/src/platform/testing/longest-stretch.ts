/** Milliseconds between two looks: what is longer than this is seen to the millisecond. */
const LOOK_EVERY = 5;

/**
 * Watches how long this thread works without letting anybody else have a turn, in milliseconds of its own processor
 * time: what other processes of a busy machine take of the clock is not counted.
 */
export function watchStretches(): { longest(): number } {
  let longest = 0;
  let last = workedMs();
  const look = () => {
    const now = workedMs();
    longest = Math.max(longest, now - last);
    last = now;
  };
  setInterval(look, LOOK_EVERY).unref();
  return {
    /** The longest since this was asked before. */
    longest: () => {
      look();
      const found = longest;
      longest = 0;
      return found;
    },
  };
}

function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
