/** The arrows of the house (ARCHITECTURE.md): contract ← server, contract ← web, and no other. */
const never = (name, from, to, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from },
  to: { path: to },
})

module.exports = {
  forbidden: [
    never(
      'contract-is-pure',
      '^contract/',
      '^(server|web|db|scripts|bench|faults|e2e)/',
      'The contract knows nobody.',
    ),
    {
      name: 'contract-needs-no-platform',
      severity: 'error',
      from: { path: '^contract/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(react|node_modules/(react|react-dom|fastify|pg|kysely)/)', dependencyTypes: ['npm'] },
    },
    {
      name: 'contract-runs-in-browsers',
      severity: 'error',
      from: { path: '^contract/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    never('server-knows-no-screen', '^server/', '^(web|e2e|bench|faults)/', 'The server shows nothing.'),
    never(
      'web-knows-no-server',
      '^web/',
      '^(server|db|scripts|bench|faults)/',
      'The browser speaks through the contract.',
    ),
    {
      name: 'testing-stays-in-tests',
      severity: 'error',
      from: { path: '^(server|web)/', pathNot: '(\\.test\\.tsx?$|/testing/|Testing\\.ts$)' },
      to: { path: '^(server|web)/testing/' },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'nothing-unknown', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.web.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
}
