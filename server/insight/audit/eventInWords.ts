import { endpoints } from '../../../contract/app/endpoints.ts'
import { accessForm, accessReasonTitle, openRestricted } from '../../../contract/governance/restriction.ts'

/** An event of the audit trail, as a question finds it. */
export interface AskedEvent {
  id: number
  at: string
  kind: string
  action: string
  status: number
  user_id: number | null
  role: string | null
  patient_id: number | null
  patients: number
  criteria: Record<string, unknown> | null
  address: string | null
}

/** The summary of each call, without the parts that concern only programmers. */
const summaries = new Map(
  endpoints.map(({ method, path, summary }) => [
    `${method} ${path}`,
    summary
      .replace(/ \(id 0\)/, '')
      .replace(/, with includeInActive=true|, active .* unless includeInActive=true/, ''),
  ]),
)

/** Actions without a call, or recorded under a name of their own. */
const others: Record<string, string> = {
  'POST /oauth/token password': 'Sign in',
  'POST /oauth/token refresh_token': 'Stay signed in',
  'POST /oauth/revoke': 'Sign out',
  'POST /fhir/token': 'Get a FHIR token',
  'document scan': 'Scan a document for viruses',
  'report schedule': 'Run a saved report by its schedule',
  settleTasks: 'Open and close tasks by the rules',
  'command ods': 'Import a national file of organisations',
  'command administrator': 'Create a system administrator by command',
  'audit archived': 'Archive a month of the audit trail',
}

const refusals: Record<number, string> = {
  400: 'the request was not valid',
  401: 'not signed in',
  403: 'not allowed',
  404: 'not there, or not visible to the user',
  409: 'it conflicted with what was stored',
  429: 'too often',
}

/** A restricted record was requested by somebody who is not involved in the patient's care. */
const noReason = 'restricted and no reason given'
const opensRestricted = `${openRestricted.method} ${openRestricted.path}`

const reasonInWords = (criteria: AskedEvent['criteria']): string => {
  const said = accessForm.safeParse(criteria)
  return said.success ? `${accessReasonTitle(said.data.reason)}: ${said.data.words}` : ''
}

/** 'GET /fhir/R4/Patient/{id}' is 'Patient (FHIR)': what was asked for, in the words of the standard. */
const ofFhir = /^(?:GET|POST) \/fhir\/R4\/(\$?\w+)/

const callInWords = (action: string): string => {
  const [, resource] = ofFhir.exec(action) ?? []
  if (resource !== undefined) return `${resource} (FHIR)`
  return summaries.get(action) ?? others[action] ?? action.replace(/^refused /, 'Calls of this kind ')
}

/** The event in words that people outside the service understand. */
export const eventInWords = ({ kind, action, status, patients, criteria }: AskedEvent): string => {
  const call = callInWords(action)
  if (kind === 'refusal')
    return `Refused, ${criteria?.['refused'] === 'reason-needed' ? noReason : (refusals[status] ?? `answer ${status}`)}: ${call}`
  if (action === opensRestricted) return `Looked at: ${call}. ${reasonInWords(criteria)}`
  if (kind === 'write')
    return `Changed: ${call}${criteria?.['replayed'] === true ? ' (sent twice, done once)' : ''}`
  if (kind === 'session') return call
  return `Looked at: ${call}${patients > 1 ? `, with ${patients} patients` : ''}`
}

/** How many calls an event stands for: repeated refusals leave only one row a minute (docs/operate/administration.md). */
export const timesOf = ({ criteria }: AskedEvent): number => {
  const times = criteria?.['times']
  return typeof times === 'number' ? times : 1
}

/** Calls that return a file. */
export const exportActions: readonly string[] = endpoints
  .filter(({ files }) => files !== undefined)
  .map(({ method, path }) => `${method} ${path}`)
