/** The arrows of the house (ARCHITECTURE.md): contract ← server, contract ← web, and no other. */
const never = (name, from, to, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from },
  to: { path: to },
})

/** Rooms, each standing on those before it and knowing none after it; tests see everything. */
const ordered = (root, rooms, rest) =>
  rooms.slice(0, rest.length === 0 ? -1 : undefined).map((room, index) => ({
    name: `${root.replaceAll('/', '-')}-${room}-stands-below`,
    severity: 'error',
    comment: `${root}/${room} knows no room that stands on it (ARCHITECTURE.md).`,
    from: { path: `^${root}/${room}/`, pathNot: isTest },
    to: {
      path: [...rooms.slice(index + 1).map((later) => `^${root}/${later}/`), ...rest],
      pathNot: isTest,
    },
  }))

const isTest = '(\\.test(-d)?\\.tsx?$|/testing/|Testing\\.ts$)'

/** What calls share; it knows no feature. */
const foundation = [
  'settings',
  'crypto',
  'db',
  'tracing',
  'audit',
  'writes',
  'http',
  'files',
  'lists',
  'openapi',
]
const features = [
  'messages',
  'accounts',
  'flags',
  'worklists',
  'outstanding',
  'changes',
  'lookups',
  'users',
  'organisations',
  'search',
  'addressLookup',
  'history',
  'drafts',
  'patients',
  'safetyNets',
  'owners',
  'tasks',
  'pathways',
  'records',
  'classes',
  'appointments',
  'documents',
  'letters',
  'pathwayPage',
  'merges',
  'inError',
  'imports',
  'privacy',
  'reports',
  'readiness',
  'secretKey',
]
/** Files in the root of the server and of its start put everything together; only what goes wrong is everybody's. */
const composition = '^server/((?!errors\\.ts$)[^/]+\\.ts$|start/)'
const accountRooms = [
  'sessions',
  'hashing',
  'throttle',
  'stepUp',
  'secondFactor',
  'passkeys',
  'openid',
  'passwords',
  'signIn',
]
const screens = [
  'ui',
  'addressLookup',
  'auth',
  'frames',
  'records',
  'documents',
  'search',
  'flags',
  'owners',
  'tasks',
  'classes',
  'outstanding',
  'appointments',
  'letters',
  'merges',
  'privacy',
  'admin',
  'help',
  'home',
  'layout',
  'patient',
  'reports',
  'worklists',
  'calls',
  'pathway',
]

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
      comment: 'Types that need each other are one idea in two files.',
      from: {},
      to: { circular: true },
    },
    ...ordered('server', [...foundation, ...features], [composition]),
    ...ordered('server/accounts', accountRooms, []),
    {
      name: 'tracing-is-loaded-when-asked-for',
      severity: 'error',
      comment: 'Without the setting its libraries cost nothing (decision 104).',
      from: { path: '^server/', pathNot: `(^server/platform/tracing/|${isTest})` },
      to: {
        path: '^server/platform/tracing/(open|watch)|@opentelemetry',
        dependencyTypesNot: ['dynamic-import'],
      },
    },
    {
      name: 'any-postgresql-will-do',
      severity: 'error',
      from: { path: '^server/platform/db/[^/]+\\.ts$', pathNot: isTest },
      to: { path: '^server/platform/db/embedded/' },
    },
    {
      name: 'server-needs-no-demonstration',
      severity: 'error',
      comment: 'Reference data are needed to serve; invented people are not.',
      from: { path: '^server/', pathNot: isTest },
      to: { path: '^db/seed/' },
    },
    ...ordered('web', screens, ['^web/(routes|main)\\.tsx$']),
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
