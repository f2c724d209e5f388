import { readFileSync } from 'node:fs';
import { readAttachment } from '../../features/tickets/ticket-files/attachment-file.ts';
import { AppError } from '../core/errors.ts';

/**
 * A process of its own, so that its memory holds nothing else: reads the pictures of its arguments one after another as
 * files of tickets, and says of each, on a line, how it was refused ('taken' if it was not), and how many MiB the
 * process has grown at most since the first one was read.
 */
const peak = () => process.resourceUsage().maxRSS / 1_024;
let before = 0;
for (const place of process.argv.slice(2)) {
  const outcome = await readAttachment({ bytes: readFileSync(place), filename: place }).then(
    () => 'taken',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
  before ||= peak();
  process.stdout.write(`${outcome} ${Math.round(peak() - before)}\n`);
}
