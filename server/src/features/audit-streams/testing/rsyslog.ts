import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../../platform/testing/free-port.ts';
import { RSYSLOGD } from '../../../platform/testing/rsyslog-program.ts';
import type { Authority } from '../../../platform/testing/certificates.ts';

/** A message as rsyslog has read it. */
export type Logged = { at: string; host: string; app: string; id: string; priority: string; text: string };

export type Rsyslog = {
  /** As OUTBOUND_ALLOWED_HOSTS names it. */
  host: string;
  url: string;
  logged(): Logged[];
  close(): Promise<void>;
};

/** How it writes each message: its parts, between signs that are in none of them. */
const PARTS = ['timestamp:::date-rfc3339', 'hostname', 'app-name', 'msgid', 'pri', 'msg'];
const BETWEEN = '¦';

/** rsyslog on a free port, which takes syslog by TLS from those who show a certificate of the authority. */
export async function startRsyslog(authority: Authority): Promise<Rsyslog> {
  const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-rsyslog-'));
  const at = (name: string) => path.join(folder, name);
  const port = await freePort();
  const own = authority.issue({ name: 'receiver of a test', host: 'localhost' });
  writeFileSync(at('authority.pem'), authority.certificate);
  writeFileSync(at('certificate.pem'), own.certificate);
  writeFileSync(at('key.pem'), own.key);
  writeFileSync(
    at('rsyslog.conf'),
    `global(workDirectory="${folder}" defaultNetstreamDriver="gtls"
      defaultNetstreamDriverCAFile="${at('authority.pem')}"
      defaultNetstreamDriverCertFile="${at('certificate.pem')}" defaultNetstreamDriverKeyFile="${at('key.pem')}")
    module(load="imtcp" streamDriver.name="gtls" streamDriver.mode="1" streamDriver.authMode="x509/certvalid")
    input(type="imtcp" port="${port}")
    template(name="parts" type="string" string="${PARTS.map((part) => `%${part}%`).join(BETWEEN)}\\n")
    action(type="omfile" file="${at('log')}" template="parts")\n`,
  );
  const child = spawn(RSYSLOGD, ['-n', '-iNONE', '-f', at('rsyslog.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let told = '';
  child.stderr.on('data', (bytes: Buffer) => {
    told += bytes.toString();
  });
  const exited = once(child, 'exit');
  while (!(await answers(port)))
    if (child.exitCode !== null) throw new Error(`rsyslog did not start: ${told}`);
  return {
    host: `localhost:${port}`,
    url: `tls://localhost:${port}`,
    logged: () =>
      (existsSync(at('log')) ? readFileSync(at('log'), 'utf8').split('\n').filter(Boolean) : []).map(read),
    close: async () => {
      child.kill('SIGKILL');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => setTimeout(resolve, 50, false));
  });

function read(line: string): Logged {
  const [at = '', host = '', app = '', id = '', priority = '', text = ''] = line.split(BETWEEN);
  return { at, host, app, id, priority, text };
}
