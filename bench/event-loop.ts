import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded before a server: from a first SIGUSR2 on it watches how long the event loop stands still, and at the end of the
 * process writes the longest gap, in milliseconds, to the file EVENT_LOOP_GAP.
 */
if (isMainThread) {
  const gaps = monitorEventLoopDelay({ resolution: 5 });
  process.on('SIGUSR2', () => {
    gaps.reset();
    gaps.enable();
  });
  process.on('exit', () => writeFileSync(process.env['EVENT_LOOP_GAP'] ?? '', String(gaps.max / 1e6)));
}
