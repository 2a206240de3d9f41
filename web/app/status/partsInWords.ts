/** The names that administrators use for the parts of the service. */
const names: Readonly<Record<string, string>> = {
  database: 'Database',
  session: 'Rights in the database',
  schema: 'Tables of this release',
  audit: 'Audit trail',
  queue: 'Work in the background',
  lists: 'Work lists of today',
  documents: 'Documents',
  scanner: 'Virus scanner',
  mail: 'Mail',
  texts: 'Text messages',
  provider: 'Sign-in of the organisation',
  addresses: 'Address lookup',
  pds: 'Personal Demographics Service',
  'audit note': 'Audit note outside',
  replica: 'Database replica',
}

export const partInWords = (part: string): string => names[part] ?? part

/** What an administrator should know about a faulty part. */
const sentences: Readonly<Record<string, string>> = {
  'lists late': 'The work lists were not moved to today: plans that were booked for it still show as booked.',
  'queue late': 'Background work is overdue: messages, reports, work lists.',
  'session wrong': 'The service has other rights in the database than it should, or no time limits.',
  'schema behind': 'A change to the tables that this release needs is missing.',
  'schema ahead': 'The tables are from a newer release than the one running.',
  'audit closed': 'The audit trail cannot be written, so nothing can be shown or saved.',
}

const states: Readonly<Record<string, string>> = {
  ok: 'Working.',
  away: 'It does not answer.',
  slow: 'It gives no answer in time.',
  full: 'It has no room left.',
  closed: 'It cannot be written to.',
  unknown: 'Cannot be checked while the database does not answer.',
}

export const stateInWords = (part: string, state: string): string =>
  sentences[`${part} ${state}`] ?? states[state] ?? state
