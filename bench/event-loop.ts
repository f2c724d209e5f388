import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const EVERY = 5;

/** Milliseconds. */
export type Gap = {
  /** The longest time that the event loop did not run. */
  gap: number;
  /** The longest it was at work in one turn: the rest of a gap it waited for a processor, which others had. */
  work: number;
};

/**
 * Loaded before a server: from a first SIGUSR2 on it watches how long the event loop does not run, and at the end of
 * the process writes a Gap to the file EVENT_LOOP_GAP.
 */
if (isMainThread && process.env['EVENT_LOOP_GAP']) {
  const file = process.env['EVENT_LOOP_GAP'];
  const longest: Gap = { gap: 0, work: 0 };
  process.once('SIGUSR2', () => {
    let before = measure();
    setInterval(() => {
      const now = measure();
      longest.gap = Math.max(longest.gap, now.at - before.at - EVERY);
      longest.work = Math.max(longest.work, now.worked - before.worked);
      before = now;
    }, EVERY).unref();
  });
  process.on('exit', () => {
    writeFileSync(file, JSON.stringify(longest));
  });
}

function measure() {
  const { user, system } = process.threadCpuUsage();
  return { at: performance.now(), worked: (user + system) / 1000 };
}
