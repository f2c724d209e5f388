import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

const ARRIVES_WITHIN_MS = 30_000;

export type ReceivedMail = {
  to: string[];
  subject: string;
  text: string;
  html: string;
  /** The first link of its text. */
  link: string;
};

/** A real SMTP server on a port of its own that keeps what it receives. */
export class MailSink {
  /** The SMTP_URL that reaches it, once started. */
  url = '';
  readonly #arrivals = new EventEmitter();
  readonly #received: ReceivedMail[] = [];
  readonly #taken = new Set<ReceivedMail>();
  readonly #server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // Else each mail waits for what the machine's name server says of 127.0.0.1, up to a second and a half.
    disableReverseLookup: true,
    onData: (stream, session, done) => {
      const to = session.envelope.rcptTo.map(({ address }) => address.toLowerCase());
      this.#keep(to, stream).then(() => done(), done);
    },
  });

  async start(): Promise<void> {
    this.#arrivals.setMaxListeners(0);
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server.server, 'listening');
    this.url = `smtp://127.0.0.1:${String((this.#server.server.address() as AddressInfo).port)}`;
  }

  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.#server.close(resolve);
    });
    await closed;
  }

  /**
   * The next mail to an address that was not handed out before: waits for its arrival. `subject` passes over
   * others. Throws with what did arrive after 30 seconds.
   */
  async to(address: string, { subject = /(?:)/ }: { subject?: RegExp } = {}): Promise<ReceivedMail> {
    const signal = AbortSignal.timeout(ARRIVES_WITHIN_MS);
    for (;;) {
      const mail = this.#received.find(
        (one) => !this.#taken.has(one) && one.to.includes(address.toLowerCase()) && subject.test(one.subject),
      );
      if (mail) {
        this.#taken.add(mail);
        return mail;
      }
      await once(this.#arrivals, 'mail', { signal }).catch(() => {
        throw new Error(`No mail to ${address} arrived. There are: ${JSON.stringify(this.all(), null, 1)}`);
      });
    }
  }

  /** Recipients and subjects of everything received, oldest first. */
  all(): { to: string[]; subject: string }[] {
    return this.#received.map(({ to, subject }) => ({ to, subject }));
  }

  async #keep(to: string[], stream: AsyncIterable<unknown>): Promise<void> {
    const chunks = (await Array.fromAsync(stream)) as Buffer[];
    const { subject = '', text = '', html = '' } = await PostalMime.parse(Buffer.concat(chunks));
    const link = /https?:\/\/[^\s<>"')\]]+/.exec(text)?.[0] ?? '';
    this.#received.push({ to, subject, text, html, link });
    this.#arrivals.emit('mail');
  }
}
