/**
 * The style rules of AGENTS.md that a machine can hold. Layout is Prettier's business, import directions are
 * .dependency-cruiser.cjs's.
 */
import tseslint from 'typescript-eslint';

/** Syntax that no file may hold. A later block that sets `no-restricted-syntax` must take these along. */
const everywhere = [
  { selector: 'TSEnumDeclaration', message: 'No enums: a union of string literals says the same and is erased.' },
  { selector: 'ExportDefaultDeclaration', message: 'Name what you export.' },
];

const boolean = "[typeAnnotation.typeAnnotation.type='TSBooleanKeyword']";
const parameter = `:matches(Identifier.params${boolean}, AssignmentPattern.params > Identifier.left${boolean}, AssignmentPattern.params[right.raw=/^(true|false)$/])`;
const exported = ':matches(ExportNamedDeclaration > FunctionDeclaration, MethodDefinition > FunctionExpression)';

/** Rules for the shape of functions that other files call. */
const signatures = [
  {
    selector: `${exported} > ${parameter}`,
    message: 'No boolean parameters: name the two cases, or take an options object.',
  },
  {
    selector: `${exported}[params.length>3]`,
    message: 'After the second parameter comes one options object, and nothing after that.',
  },
];

const compute = [
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'core/ has no clock: take the time.' },
  { selector: 'ImportExpression', message: 'core/ loads nothing.' },
];

const effects = [
  'process',
  'fetch',
  'console',
  'Buffer',
  'WebSocket',
  'require',
  'performance',
  'crypto',
  'globalThis',
];
const timers = ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'];

const noEffects = (where, names) => names.map((name) => ({ name, message: `${where} does not touch the world.` }));
const noNode = { patterns: [{ group: ['node:*'], message: 'Nothing of Node here.' }] };

export default tseslint.config(
  { ignores: ['dist/', 'coverage/', '**/.turnkeeper/', 'test/json-schema-suite/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // It does not know `Promise.withResolvers<void>()`, and a hook may well return `void | Promise<void>`.
      '@typescript-eslint/no-invalid-void-type': 'off',
      // Types are structural: one dialect's validator stands in for another's.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // A quarter of the whole run's time, and the only enums here are the protocol's.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      // `async` also turns a throw into a rejection, and a port may be async for the sake of its other adapters.
      '@typescript-eslint/require-await': 'off',
      eqeqeq: 'error',
      'no-console': 'error',
      'max-lines': ['error', { max: 250 }],
      'no-restricted-syntax': ['error', ...everywhere],
    },
  },
  { files: ['src/**/*.ts'], rules: { 'no-restricted-syntax': ['error', ...everywhere, ...signatures] } },
  {
    files: ['src/core/**/*.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...everywhere, ...signatures, ...compute],
      'no-restricted-imports': ['error', noNode],
      'no-restricted-globals': ['error', ...noEffects('core/', [...effects, ...timers])],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'core/ has no clock: take the time.' },
        { object: 'Math', property: 'random', message: 'core/ has no randomness: take the value.' },
      ],
    },
  },
  {
    // In Temporal's sandbox the clock and randomness are deterministic; timers must be the SDK's `sleep`.
    files: ['src/workflows/**/*.ts'],
    rules: {
      'no-restricted-imports': ['error', noNode],
      'no-restricted-globals': [
        'error',
        ...noEffects('workflows/', [...effects, ...timers, 'WeakRef', 'FinalizationRegistry']),
      ],
    },
  },
  { files: ['src/cli/**/*.ts', 'test/**/*.ts', 'bench/**/*.ts', 'examples/**/*.ts'], rules: { 'no-console': 'off' } },
  {
    // An agent file has one agent, and a runner's config is a default export by the runner's rule.
    files: ['examples/**/*.ts', 'src/cli/starter/**/*.ts', '*.config.ts'],
    rules: { 'no-restricted-syntax': ['error', everywhere[0]] },
  },
  {
    files: ['**/*.js', '**/*.cjs'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } },
    rules: { eqeqeq: 'error', 'no-undef': 'error', 'no-unused-vars': 'error' },
  },
);
