import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { RECEIVERS } from './receiver-samples.ts';

const folder = mkdtempSync(join(tmpdir(), 'atalaya-receivers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** How each is asked: by its standard input, as JSON, and answers true or false on a line. */
const RUNNERS = {
  TypeScript: {
    program: process.execPath,
    file: 'receiver.ts',
    ask: `
import { readFileSync } from 'node:fs';
const { secret, headers, body } = JSON.parse(readFileSync(0, 'utf8'));
console.log(isOurs(secret, headers, body));`,
  },
  Python: {
    program: 'python3',
    file: 'receiver.py',
    ask: `
import json
import sys
asked = json.load(sys.stdin)
print(str(is_ours(asked["secret"], asked["headers"], asked["body"].encode())).lower())`,
  },
  PHP: {
    program: 'php',
    file: 'receiver.php',
    ask: `
$asked = json_decode(file_get_contents('php://stdin'), true);
echo is_ours($asked['secret'], $asked['headers'], $asked['body']) ? 'true' : 'false';`,
  },
};

const isInstalled = (program: string) => spawnSync(program, ['--version']).status === 0;
const secret = `whsec_${Buffer.from('a key of thirty-two bytes or so..').toString('base64')}`;
const body = '{"type":"webhook.ping","name":"Ñandú"}';

function signed(now: number, key = secret) {
  const timestamp = String(Math.floor(now / 1000));
  const signature = createHmac('sha256', Buffer.from(key.slice(6), 'base64'))
    .update(`one.${timestamp}.${body}`)
    .digest('base64');
  return {
    'webhook-id': 'one',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,QUJD v1,${signature} v1a,QUJD`,
  };
}

// WH15
test.for(RECEIVERS)(
  'the code in $language believes what is ours, and nothing else',
  ({ language, code }, { skip }) => {
    const { program, file, ask } = RUNNERS[language];
    if (!isInstalled(program)) skip(`${program} is not installed here`);
    const path = join(folder, file);
    writeFileSync(path, code + ask);
    const answers = (headers: object, sent = body) => {
      const { stdout, stderr } = spawnSync(program, [path], {
        input: JSON.stringify({ secret, headers, body: sent }),
        encoding: 'utf8',
      });
      return stdout.trim() || stderr;
    };
    const now = Date.now();
    const { 'webhook-signature': _signature, ...unsigned } = signed(now);
    expect({
      ours: answers(signed(now)),
      changed: answers(signed(now), `${body} `),
      'of another': answers(signed(now, `whsec_${Buffer.from('another key').toString('base64')}`)),
      old: answers(signed(now - 301_000)),
      'of the future': answers(signed(now + 310_000)),
      unsigned: answers(unsigned),
      empty: answers({}),
    }).toEqual({
      ours: 'true',
      changed: 'false',
      'of another': 'false',
      old: 'false',
      'of the future': 'false',
      unsigned: 'false',
      empty: 'false',
    });
  },
);
