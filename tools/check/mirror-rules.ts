import { basename, dirname } from 'node:path/posix';
import { isTest, type Rule, type SourceFile } from './source-files.ts';

type Half = 'server' | 'web';

/** Nouns without a folder of their own below features/, on one half or on both, each with the place of what it has there. */
const EXCUSED: Record<Half, Record<string, string>> = {
  server: {
    session: 'account/accounts: signing in and out is done by the accounts',
  },
  web: {
    connections: 'no screen: they are set up through the API',
    'inbound-mail': 'no screen: mail servers call it',
    live: 'platform/live: every screen hears its news through it',
    session: 'account/accounts: signing in and out is done by the accounts',
    development: 'account/accounts: its box is part of the form that one signs in by',
    search: 'app/layouts/palette: it is asked from every screen',
  },
};

const DECLARES_ROUTES = /^export const \w+ = defineRoutes\(/m;
const LIST_OF_ALL = 'contract/src/api.ts';

const nounsOf = (files: SourceFile[]): string[] =>
  files
    .filter(
      ({ path, text }) =>
        /^contract\/src\/[^/]+\.ts$/.test(path) && !isTest(path) && DECLARES_ROUTES.test(text),
    )
    .map(({ path }) => basename(path, '.ts'));

/** 'tickets/canned-replies': the folders below features/ of one half that hold files or other folders. */
function foldersOf(files: SourceFile[], half: Half): string[] {
  const root = `${half}/src/features/`;
  const found = new Set<string>();
  for (const { path } of files.filter((file) => file.path.startsWith(root)))
    for (let folder = dirname(path.slice(root.length)); folder !== '.'; folder = dirname(folder))
      found.add(folder);
  return [...found];
}

/** Whether the noun has its folder on one half, and on the web the one that it has on the server. */
function problemsOf(noun: string, half: Half, wanted: string[], found: string[]): string[] {
  const folder = wanted.find((each) => found.includes(each));
  if (EXCUSED[half][noun])
    return folder
      ? [`${half}/src/features/${folder} is there: take "${noun}" off the nouns that have no folder there.`]
      : [];
  return folder
    ? []
    : [
        `contract/src/${noun}.ts: ${half}/src/features/${wanted[0] ?? noun} is missing: a noun is a folder of its name, at the same path on the server and on the web.`,
      ];
}

/** What declares routes in the contract is a folder of that name on the server and on the web, at the same path below features/. */
export const nounsAreMirrored: Rule = (files) => {
  const nouns = nounsOf(files);
  const server = foldersOf(files, 'server');
  const web = foldersOf(files, 'web');
  const named = (folders: string[], noun: string) => folders.filter((folder) => basename(folder) === noun);
  const mirrored = nouns.flatMap((noun) => {
    const on_server = named(server, noun);
    const on_web = on_server.length ? on_server : named(web, noun);
    return [...problemsOf(noun, 'server', on_server, server), ...problemsOf(noun, 'web', on_web, web)];
  });
  if (!files.some(({ path }) => path === LIST_OF_ALL)) return mirrored;
  const unknown = Object.values(EXCUSED)
    .flatMap((excused) => Object.keys(excused))
    .filter((noun) => !nouns.includes(noun))
    .map((noun) => `tools/check/mirror-rules.ts: "${noun}" declares no routes in the contract.`);
  return [...mirrored, ...unknown];
};
