import { expect, test } from 'vitest';
import { BOUNDS, readMail } from './received-mail.ts';

/** A mail that has come whole. */
const received = (raw: string) => ({
  begun: Buffer.from(raw),
  chunks: (async function* (): AsyncGenerator<Buffer> {})(),
  whileSent: <T>(read: () => Promise<T>) => read(),
});
const hello = () => received('From: ana@example.test\r\nContent-Type: text/plain\r\n\r\nHola');

// P5
test.each([
  ['time', { ...BOUNDS, deadline_ms: 1 }],
  ['memory', { ...BOUNDS, resources: { ...BOUNDS.resources, maxOldGenerationSizeMb: 4 } }],
])('a mail that takes more %s than it may is refused, and the next one is read', async (_what, bounds) => {
  await expect(readMail(hello(), bounds)).rejects.toMatchObject({ code: 'request.invalid' });
  expect(await readMail(hello())).toMatchObject({ text: 'Hola', files: [] });
});
