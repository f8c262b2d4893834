/**
 * Who may import what: the table of AGENTS.md, word for word. Type-only imports count. A folder that is not named
 * here may import nothing of ours.
 */
const table = {
  core: [],
  agent: ['core'],
  workflows: ['core'],
  activities: ['core', 'agent', 'store'],
  store: ['core'],
  server: ['core'],
  worker: ['core', 'agent', 'workflows', 'activities', 'store', 'server'],
  client: ['core', 'store'],
  audit: ['core', 'store', 'client'],
  cli: ['core', 'agent', 'workflows', 'activities', 'store', 'server', 'worker', 'client', 'audit'],
};

/** What the two pure folders may take from outside. */
const pure = {
  core: ['canonicalize', '@noble/hashes'],
  workflows: ['@temporalio/workflow', '@temporalio/common'],
};

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const folders = Object.entries(table).map(([folder, allowed]) =>
  forbid(
    `${folder}-imports`,
    `${folder}/ may import ${allowed.length === 0 ? 'no other folder' : allowed.join(', ')}.`,
    // Replaying a history needs the workflow bundle, and that one file of worker/ makes it.
    folder === 'audit' ? { path: '^src/audit/', pathNot: '^src/audit/replay' } : { path: `^src/${folder}/` },
    { path: '^src/', pathNot: `^src/(${[folder, ...allowed].join('|')})/` },
  ),
);

const packages = Object.entries(pure).map(([folder, names]) =>
  forbid(
    `${folder}-packages`,
    `${folder}/ is pure: of packages it may import ${names.join(', ')} only, and nothing of Node.`,
    { path: `^src/${folder}/` },
    { pathNot: ['^src/', `(^|/)node_modules/(${names.join('|')})/`] },
  ),
);

module.exports = {
  forbidden: [
    ...folders,
    ...packages,
    forbid(
      'audit-replay-imports',
      'Replay may import what audit/ may, and the workflow bundle.',
      { path: '^src/audit/replay' },
      { path: '^src/', pathNot: '^src/((audit|core|store|client)/|worker/bundle)' },
    ),
    forbid(
      'known-folders',
      'A new folder of src/ gets its line in the table first.',
      { path: '^src/[^/]+/', pathNot: `^src/(${Object.keys(table).join('|')})/` },
      { path: '.' },
    ),
    forbid(
      'root-door',
      'The root door names what the doors of the folders name; the command line is not part of the library.',
      { path: '^src/[^/]+$' },
      {
        path: '^src/',
        pathNot: `^src/(${Object.keys(table)
          .filter((folder) => folder !== 'cli')
          .join('|')}|activities/models|activities/webhook)/index\\.ts$`,
      },
    ),
    forbid(
      'client-packages',
      'A client carries no workflow code and no bundler; the definitions of messages are in core/.',
      { path: '^src/(client|core|store|agent)/' },
      { path: '(^|/)node_modules/@temporalio/(worker|workflow|testing|core-bridge)/' },
    ),
    forbid(
      'agent-packages',
      'An agent is defined without an engine.',
      { path: '^src/agent/' },
      { path: '(^|/)node_modules/@temporalio/' },
    ),
    forbid(
      'nothing-imports-these',
      'Tests, examples, benches and docs are leaves; an example may use what lies beside it.',
      { path: '^(src|bin)/' },
      { path: '^(test|examples|bench|docs)/' },
    ),
    forbid(
      'public-doors',
      'Examples and the conformance harness use what a user of the package can use.',
      { path: '^(examples|test/conformance)/' },
      {
        path: '^(src|bin)/',
        pathNot: ['^src/index\\.ts$', '^src/[a-z]+/index\\.ts$', '^src/activities/models/index\\.ts$'],
      },
    ),
    forbid(
      'development-packages',
      'The published package must not need a development dependency, not even for a type.',
      { path: '^(src|bin)/' },
      { dependencyTypes: ['npm-dev'] },
    ),
    forbid(
      'listed-packages',
      'Import only what package.json lists.',
      { path: '^(src|bin|test|examples|bench)/' },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),
    forbid('resolvable', 'Every import must lead somewhere.', {}, { couldNotResolve: true }),
    forbid('no-cycles', 'Files must not import each other in a circle.', {}, { circular: true }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['turnkeeper-source', 'types', 'import', 'node', 'default'],
      extensions: ['.ts', '.js', '.json', '.d.ts'],
    },
  },
};
