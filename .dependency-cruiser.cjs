/** Who may import whom. The rules are explained in docs/architecture.md. */

const TEST = '[.](test|spec)[.]tsx?$|/testing/';

/** @param {string} name @param {string} comment @param {object} from @param {object} to */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** Only packages, by name: resolved paths stand below node_modules. */
const packagesOtherThan = (...names) => ({
  path: '(^|/)node_modules/',
  pathNot: `(^|/)node_modules/(@types/)?(${names.join('|')})/`,
});

/** A folder below features/, with all that is inside it; in the wing account/ each of its folders. */
const FEATURE = '^server/src/features/((?:account/)?[^/]+)/';

module.exports = {
  forbidden: [
    forbid(
      'no-circles',
      'Files do not import each other in a circle, types included. A text and its translation do: it is typed by the other, which loads it.',
      { pathNot: '[.](es|en)[.]ts$' },
      { circular: true },
    ),
    forbid('resolvable', 'Every import leads somewhere.', {}, { couldNotResolve: true }),

    forbid(
      'contract-alone',
      'The contract imports nothing of ours.',
      { path: '^contract/' },
      { path: '^(server|web|ui|e2e|bench|tools)/' },
    ),
    forbid(
      'contract-zod-only',
      'The contract knows zod only.',
      { path: '^contract/src/', pathNot: TEST },
      packagesOtherThan('zod'),
    ),

    forbid(
      'kit-alone',
      'The kit imports nothing of ours.',
      { path: '^ui/' },
      { path: '^(contract|server|web|e2e|bench|tools)/' },
    ),
    forbid(
      'kit-primitives-only',
      'The kit knows React and its primitives: no router, no fetching, no texts.',
      { path: '^ui/src/', pathNot: TEST },
      packagesOtherThan(
        'react',
        'react-dom',
        '@base-ui/react',
        '@tanstack/react-table',
        '@tanstack/table-core',
        'lucide-react',
      ),
    ),

    forbid(
      'halves-apart',
      'Browser and server meet in the contract.',
      { path: '^web/' },
      { path: '^(server|e2e|bench|tools)/' },
    ),
    forbid(
      'halves-apart-too',
      'Browser and server meet in the contract.',
      { path: '^server/', pathNot: TEST },
      { path: '^(web|ui|e2e|bench|tools)/' },
    ),
    forbid(
      'web-platform-lowest',
      'platform knows no screens.',
      { path: '^web/src/platform/' },
      { path: '^web/src/(app|features|shared)/' },
    ),
    forbid(
      'web-shared-below-features',
      'shared knows no feature.',
      { path: '^web/src/shared/' },
      { path: '^web/src/(app|features)/' },
    ),
    forbid(
      'web-features-below-app',
      'Features do not know the app around them.',
      { path: '^web/src/features/' },
      { path: '^web/src/app/' },
    ),
    forbid(
      'web-features-apart',
      "A feature may import another's face, x.face.ts, and nothing else of it.",
      { path: '^web/src/features/([^/]+)/' },
      { path: '^web/src/features/', pathNot: '^web/src/features/$1/|[.]face[.]tsx?$' },
    ),

    forbid(
      'server-platform-lowest',
      'platform knows no feature.',
      { path: '^server/src/platform/', pathNot: TEST },
      { path: '^server/src/(features/|app[.]ts|main[.]js)' },
    ),
    forbid(
      'server-features-below-app',
      'Features do not know the app around them.',
      { path: '^server/src/features/', pathNot: TEST },
      { path: '^server/src/(app[.]ts|main[.]js)' },
    ),
    forbid(
      'server-features-apart',
      "Only services and rules may call another feature's service or rules; the record of its fields is anybody's.",
      { path: FEATURE, pathNot: `${TEST}|([.]service|[.]rules)[.]ts$` },
      { path: '^server/src/features/', pathNot: '^server/src/features/$1/|[.]fields[.]ts$' },
    ),
    forbid(
      'server-services-apart',
      "A service may call another feature's service or its rules, rules may call rules, and nothing else of it.",
      { path: `${FEATURE}.*[.]service[.]ts$` },
      { path: '^server/src/features/', pathNot: '^server/src/features/$1/|([.]service|[.]rules)[.]ts$' },
    ),
    forbid(
      'server-rules-apart',
      "Rules may call another feature's rules alone.",
      { path: `${FEATURE}.*[.]rules[.]ts$` },
      { path: '^server/src/features/', pathNot: '^server/src/features/$1/|[.]rules[.]ts$' },
    ),
    forbid(
      'queries-lowest',
      'routes → service → queries.',
      { path: '[.]queries[.]ts$' },
      { path: '[.](routes|service|jobs)[.]ts$' },
    ),
    forbid(
      'service-below-routes',
      'routes → service → queries.',
      { path: '[.]service[.]ts$' },
      { path: '[.]routes[.]ts$' },
    ),

    forbid(
      'accounts-behind-one-door',
      'Only platform/accounts speaks to Better Auth.',
      { path: '^server/src/', pathNot: `^server/src/platform/accounts/|${TEST}` },
      { path: '(^|/)node_modules/(better-auth|@better-auth|better-call)/' },
    ),
    forbid(
      'mail-behind-one-door',
      'Only platform/mail speaks SMTP.',
      { path: '^server/src/', pathNot: `^server/src/platform/mail/|${TEST}` },
      { path: '(^|/)node_modules/nodemailer/' },
    ),
    forbid(
      'tests-stay-tests',
      'What runs imports nothing of the tests.',
      { path: '^(contract|server|ui|web)/src/', pathNot: TEST },
      { path: TEST, pathNot: '(^|/)node_modules/' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^[a-z]+/dist/' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css', '.d.ts'],
    },
  },
};
