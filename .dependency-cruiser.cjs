/** The import rules (ARCHITECTURE.md): contract ← server, contract ← web, and no others. */
const never = (name, from, to, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from },
  to: { path: to },
})

/** The districts of every root, lowest first. Each may import those before it and none after it. */
const districts = [
  'platform',
  'accounts',
  'stages',
  'reference',
  'patients',
  'pathways',
  'care',
  'insight',
  'governance',
  'exchange',
  'app',
]

/**
 * The rooms of a district, lowest first, with the same rule. Files directly in a district are below its rooms, unless
 * they are named.
 */
const rooms = {
  'contract/platform': ['dates', 'words', 'fields', 'calls'],
  'contract/patients': ['flags', 'search'],
  'contract/pathways': ['records', 'referral', 'worklists'],
  'contract/care': ['classes', 'appointments', 'letters', 'person', 'visits'],
  'server/platform': ['settings', 'crypto', 'db', 'tracing', 'audit', 'writes', 'files', 'http', 'messages'],
  'server/platform/http': ['request', 'replies', 'limits', 'calls', 'lists', 'history', 'openapi', 'pages'],
  'server/accounts': [
    'settings',
    'sessions',
    'hashing',
    'throttle',
    'secondFactor',
    'passkeys',
    'openid',
    'passwords',
    'signIn',
    'drafts',
    'users',
  ],
  'server/reference': ['lookups', 'organisations', 'addressLookup', 'deprivation'],
  'server/patients': ['flags', 'search', 'patient', 'safetyNets'],
  'server/pathways': ['worklists', 'outstanding', 'owners', 'tasks', 'referral', 'records', 'documents'],
  'server/pathways/documents': ['inspection', 'storage', 'intake'],
  'server/care': ['calls', 'classes', 'appointments', 'letters', 'pathwayPage', 'person', 'visits'],
  'server/care/person': ['words', 'door', 'purposes'],
  'server/insight': ['reports', 'catalogue', 'dashboard', 'glossary', 'runs', 'saved', 'csds', 'audit'],
  'server/governance': ['merges', 'inError', 'privacy'],
  'server/exchange/pds': ['adapter', 'standIn'],
  'server/exchange': [
    'clients',
    'smart',
    'fhir',
    'launch',
    'imports',
    'pds',
    'incoming',
    'caseFinding',
    'outgoing',
  ],
  'server/exchange/imports': ['files', 'checks'],
  'server/exchange/outgoing': ['dispatches', 'notify'],
  'server/exchange/caseFinding': ['reading', 'loading', 'people'],
  'server/exchange/incoming': ['answers', 'inbox', 'form', 'bars', 'ers'],
  'server/exchange/outgoing': ['dispatches', 'sendDocument', 'mesh'],
  'server/app': ['readiness', 'secretKey', 'process'],
  'web/platform': ['session', 'calls', 'page', 'ui', 'styles'],
  'web/accounts': ['signIn', 'users'],
  'web/reference': ['addressLookup', 'lookups', 'organisations', 'deprivation'],
  'web/patients': ['frames', 'search', 'flags', 'pds', 'patient'],
  'web/pathways': ['records', 'documents', 'owners', 'tasks', 'outstanding', 'referral', 'worklists'],
  'web/care': ['classes', 'appointments', 'letters', 'calls', 'person', 'pathwayPage', 'visits'],
  'web/care/letters': ['editor', 'templates'],
  'web/exchange': ['clients', 'launch', 'incoming', 'caseFinding'],
  'web/insight': ['reports', 'dashboard', 'csds', 'audit'],
  'web/governance': ['merges', 'privacy'],
  'web/app': ['status', 'administration', 'help', 'home', 'layout'],
}

const isTest = '(\\.test(-d)?\\.tsx?$|/testing/|Testing\\.ts$)'

const ordered = (folder, names) =>
  names.slice(0, -1).map((name, index) => ({
    name: `${folder}/${name}-stands-below`,
    severity: 'error',
    comment: `${folder}/${name} knows nothing of ${names.slice(index + 1).join(', ')} (ARCHITECTURE.md).`,
    from: { path: `^${folder}/${name}/`, pathNot: isTest },
    to: { path: names.slice(index + 1).map((later) => `^${folder}/${later}/`), pathNot: isTest },
  }))

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
    ...['contract', 'server', 'web'].flatMap((root) => ordered(root, districts)),
    ...Object.entries(rooms).flatMap(([district, names]) => ordered(district, names)),
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
    // Types alone, which no file of the package of this name has.
    {
      name: 'nothing-unknown',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^fhir/r4\\.js$' },
    },
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
