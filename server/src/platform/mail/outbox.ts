import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../core/config.ts';
import type { ComposedMail } from './message.ts';

/** Writes a mail as a file that any mail program opens, and its link to the log: how one works without SMTP. */
export async function writeToOutbox(config: Config, log: Logger, mail: ComposedMail): Promise<void> {
  const folder = join(config.dataDir, 'outbox');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Loaded for the first mail.
  const { createTransport } = await import('nodemailer');
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message, messageId, envelope } = await composer.sendMail(mail);
  const name = `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${messageId.slice(1, 9)}.eml`;
  // Renamed when whole: a program that watches the folder never reads half a mail.
  await writeFile(join(folder, `.${name}`), message, { mode: 0o600 });
  await rename(join(folder, `.${name}`), join(folder, name));
  const link = /https?:\/\/\S+/.exec(mail.text)?.[0];
  log.info({ to: envelope.to, subject: mail.subject, link, file: name }, 'mail written to the outbox');
}
