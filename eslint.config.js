import reactHooks from 'eslint-plugin-react-hooks'
import regexp from 'eslint-plugin-regexp'
import tseslint from 'typescript-eslint'

const dayRule = {
  selector:
    "NewExpression[callee.name='Date'] > .arguments, CallExpression[callee.object.name='Date'][callee.property.name='parse']",
  message:
    'A day is text yyyy-MM-dd (contract/platform/dates/dates.ts). Date is only for instants, in the files named in eslint.config.js.',
}

const waitRule = {
  selector:
    "CallExpression[callee.object.name='vi'][callee.property.name=/^wait(For|Until)$/][arguments.length<2]",
  message: 'Without a time it waits one second, which a busy machine needs: give it patienceMs.',
}

export default tseslint.config(
  { ignores: ['dist', 'data', 'node_modules', 'server/platform/db/types.ts'] },
  ...tseslint.configs.recommended,
  ...tseslint.configs.stylistic,
  {
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-definitions': 'off',
      'no-console': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    // IO-12: an expression that takes longer than in proportion to its text can be kept busy by whoever writes the text.
    files: ['contract/**', 'server/**', 'web/**', 'db/**'],
    ignores: ['**/*.test.ts', '**/*.test.tsx', '**/testing/**'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  {
    files: ['contract/**', 'server/**', 'web/**', 'db/**'],
    rules: { 'no-restricted-syntax': ['error', dayRule, waitRule] },
  },
  {
    // Instants, with a zone: session and token lives, the audit trail, and reading the database's timestamptz.
    files: [
      'contract/platform/words/format.ts',
      'contract/platform/dates/wallTime.ts',
      'server/care/appointments/**',
      'server/platform/db/connection/connect.ts',
      'server/accounts/**',
      'server/platform/audit/anchor/bucketAnchor.ts',
      'server/accounts/users/**',
      'server/reference/organisations/ods/routes.ts',
      'server/accounts/drafts/**',
      'server/app/readiness/metrics.ts',
      'server/testing/**',
      'server/**/*.test.ts',
      'db/seed/**',
      'web/**/*.test.tsx',
    ],
    rules: { 'no-restricted-syntax': ['error', waitRule] },
  },
  {
    files: [
      'scripts/**',
      'bench/**',
      'faults/**',
      'e2e/gallery/main.ts',
      'e2e/lighthouse/**',
      'e2e/longTasks/**',
      'server/app/main.ts',
    ],
    rules: { 'no-console': 'off' },
  },
  { files: ['web/**'], ...reactHooks.configs.flat['recommended-latest'] },
)
