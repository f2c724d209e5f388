import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerOptions } from 'smtp-server';

export type TestSmtp = {
  url: string;
  /** What was accepted: the envelope's recipients and the message as it came. */
  received: { to: string[]; raw: string }[];
  close(): Promise<void>;
};

/** A real mail server on a free port. `hooks` may refuse or stall a session. */
export async function startSmtp(
  hooks: Pick<SMTPServerOptions, 'onRcptTo' | 'onConnect'> = {},
): Promise<TestSmtp> {
  const received: TestSmtp['received'] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    ...hooks,
    onData(stream, session, accept) {
      buffer(stream).then((raw) => {
        received.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          raw: raw.toString('utf8'),
        });
        accept();
      }, accept);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
