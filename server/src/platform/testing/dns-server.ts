import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export type TestDnsServer = {
  /** For DNS_SERVERS. */
  address: string;
  /** The TXT records of a name; none: the name is not known. */
  records: Map<string, string[]>;
  /** Answers that it has failed, as a server does that cannot reach the zone. */
  fails: boolean;
  close(): Promise<void>;
};

const TXT = 16;
const SERVER_FAILURE = 2;
const NAME_ERROR = 3;

/** A server of TXT records on a free port of this machine, which speaks as much of DNS (RFC 1035) as that takes. */
export async function startDnsServer(): Promise<TestDnsServer> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const server: TestDnsServer = {
    address: `127.0.0.1:${socket.address().port}`,
    records: new Map(),
    fails: false,
    close: () =>
      new Promise((resolve) => {
        socket.close(() => resolve());
      }),
  };
  socket.on('message', (query, { port, address }) => socket.send(answerTo(query, server), port, address));
  return server;
}

function answerTo(query: Buffer, { records, fails }: TestDnsServer): Buffer {
  const { name, end } = readName(query, 12);
  const texts = records.get(name.toLowerCase()) ?? [];
  const answers = fails ? [] : texts.map(recordOf);
  const code = fails ? SERVER_FAILURE : texts.length === 0 ? NAME_ERROR : 0;
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  // An answer, with recursion wanted and offered.
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(answers.length, 6);
  return Buffer.concat([header, query.subarray(12, end + 4), ...answers]);
}

function readName(bytes: Buffer, from: number): { name: string; end: number } {
  const labels: string[] = [];
  let at = from;
  for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) {
    labels.push(bytes.toString('ascii', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), end: at + 1 };
}

/** A record of the name that was asked for, its text in parts of up to 255 bytes. */
function recordOf(text: string): Buffer {
  const bytes = Buffer.from(text);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 255) {
    const part = bytes.subarray(at, at + 255);
    parts.push(Buffer.from([part.length]), part);
  }
  const data = Buffer.concat(parts);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(TXT, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
