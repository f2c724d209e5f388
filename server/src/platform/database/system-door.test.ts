import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const server = join(import.meta.dirname, '../..');
const list = join(server, '../../docs/system-door.txt');
const HEADING = [
  '# Who may look past the organization of the actor: every caller of withSystem, and of withActor, readAs and',
  '# readTogether, which open the same door for a super_admin alone, and of withOwn, which opens it for who has no',
  '# organization. Checked by server/src/platform/database/system-door.test.ts.',
];

/** 'features/x/x.service.ts withActor: the reason', one for each call. */
function callers(file: string): string[] {
  const source = readFileSync(join(server, file), 'utf8');
  return [...source.matchAll(/\.(withSystem|withActor|withOwn|readAs|readTogether)\(/g)].map((call) => {
    const after = source.slice(call.index + call[0].length);
    const reason = /^(?:\s*[\w.]+,)?\s*'([^']+)',/.exec(after)?.[1];
    if (!reason) throw new Error(`${file}: ${call[1]} must be called with its reason written out, in quotes`);
    return `${file} ${call[1]}: ${reason}`;
  });
}

// T14
test('every caller of the system door is on the list, with its reason', async () => {
  const files = globSync('**/*.ts', { cwd: server }).filter(
    (file) => !file.endsWith('.test.ts') && !/^platform\/(database|testing)\//.test(file),
  );
  const found = files.flatMap(callers).sort();
  // A new line here: look at whether that caller must see every organization, then run this test with --update.
  await expect([...HEADING, ...found, ''].join('\n')).toMatchFileSnapshot(list);
});
