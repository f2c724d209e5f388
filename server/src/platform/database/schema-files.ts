import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

export type Migration = {
  /** 0001_what_it_makes.sql */
  name: string;
  sql: string;
  checksum: string;
  /** Servers that do not have it go on running, and start, on a database that does: `-- compatible`. */
  compatible: boolean;
  /** Its one statement runs outside a transaction, as `create index concurrently` must: `-- transaction: none`. */
  outside: boolean;
};

/** Functions, triggers and views of a noun in their present form, which may be applied again. */
export type SqlFile = {
  /** sql/users.sql */
  name: string;
  sql: string;
  checksum: string;
};

/** The files of `migrations` in the order of their numbers. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = await readSql(path.join(folder, 'migrations'), /^\d{4}_[a-z0-9_]+\.sql$/);
  return files.map((file) => ({
    ...file,
    compatible: /^-- compatible$/m.test(file.sql),
    outside: /^-- transaction: none$/m.test(file.sql),
  }));
}

/** The files of `sql` in alphabetical order, except that those of a line `-- after: settings, plans` come before it. */
export async function readSqlFiles(folder: string): Promise<SqlFile[]> {
  const files = await readSql(path.join(folder, 'sql'), /^[a-z0-9-]+\.sql$/);
  const seen = new Set<string>();
  const ordered: SqlFile[] = [];
  const add = (file: SqlFile) => {
    if (seen.has(file.name)) return;
    seen.add(file.name);
    const [, after = ''] = /^-- after: (.+)$/m.exec(file.sql) ?? [];
    const names = after.split(', ').map((noun) => `${noun}.sql`);
    files.filter(({ name }) => names.includes(name)).forEach(add);
    ordered.push({ ...file, name: `sql/${file.name}` });
  };
  files.forEach(add);
  return ordered;
}

/** The release that the folder is of, as its package says: 1.2.3, without what follows a hyphen. */
export async function readVersion(folder: string): Promise<string> {
  const file = await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => '{"version":"0.0.0"}');
  const { version } = JSON.parse(file) as { version: string };
  return version.split('-', 1)[0] ?? version;
}

async function readSql(folder: string, pattern: RegExp): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => pattern.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      // A checkout may turn line ends; the checksum must not.
      const sql = (await readFile(path.join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}
