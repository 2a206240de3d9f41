import { fhirTypes, type FhirType } from '../../../../contract/exchange/fhir/types.ts'
import type { Pairs } from '../../../platform/http/pages/formBody.ts'
import { allows } from '../../smart/scopes.ts'
import type { FhirCaller } from '../../smart/tokens.ts'
import { instantFrom } from '../mapping/instants.ts'
import { valuesIn } from '../search/criteria.ts'
import { readDate } from '../search/dates.ts'
import { FhirProblem, unsupported, wrong } from '../search/problem.ts'

/** What an export contains: all, what is about patients, or what is about the patients of a group. */
export type Level = 'system' | 'Patient' | 'Group'

export interface ExportAsked {
  level: Level
  groupId: string | null
  types: readonly FhirType[]
  /** Only what changed since this instant. */
  since: string | null
}

const formats = ['application/fhir+ndjson', 'application/ndjson', 'ndjson']
/** Files are read one by one, as DocumentReference names them. */
const inNoExport: readonly FhirType[] = ['Binary']
/** What is about nobody alone, and so in no export of patients. */
const ofNobody: readonly FhirType[] = ['Questionnaire', 'List', 'Group', 'AuditEvent']

const isType = (text: string): text is FhirType => (fhirTypes as readonly string[]).includes(text)
const isIn = (level: Level, type: FhirType): boolean =>
  !inNoExport.includes(type) && (level === 'system' || !ofNobody.includes(type))
/** An export reads everything and searches for it. */
const mayExport = (scopes: readonly string[], type: FhirType): boolean =>
  allows(scopes, type, 'r') && allows(scopes, type, 's')

/** Reads the parameters of $export (Bulk Data Access 2.0.0). */
export const readExport = (
  level: Level,
  pairs: Pairs,
  { purpose, scopes, userId }: FhirCaller,
  isLenient: boolean,
): Omit<ExportAsked, 'groupId'> => {
  if (purpose === 'sharedCare')
    throw new FhirProblem(
      403,
      'forbidden',
      'Exports are for our own organisation. Another one says of whom it asks: see Patient/{id}/$everything.',
    )
  if (userId !== null)
    throw new FhirProblem(403, 'forbidden', 'Exports are for programs, not for an app that somebody opened.')
  const named: FhirType[] = []
  let since: string | null = null
  for (const [name, value] of pairs) {
    if (name === '_type') named.push(...valuesIn(name, value).map((type) => typeIn(level, type, scopes)))
    else if (name === '_since') since = sinceOf(value)
    else if (name === '_outputFormat') {
      if (!formats.includes(value)) throw wrong(name, 'Only application/fhir+ndjson is offered.')
    } else if (!isLenient)
      throw unsupported(name.slice(0, 60), '$export takes _type, _since and _outputFormat.')
  }
  const types = fhirTypes.filter(
    (type) => isIn(level, type) && mayExport(scopes, type) && (named.length === 0 || named.includes(type)),
  )
  if (types.length === 0)
    throw new FhirProblem(403, 'forbidden', 'The token has no scope for anything that could be exported.')
  return { level, types, since }
}

const typeIn = (level: Level, text: string, scopes: readonly string[]): FhirType => {
  if (!isType(text) || !isIn(level, text))
    throw wrong('_type', 'A type that was named is in no export of this kind: see the documentation.')
  if (!mayExport(scopes, text))
    throw new FhirProblem(403, 'forbidden', `The token has no scope system/${text}.rs.`, '_type')
  return text
}

const sinceOf = (text: string): string => {
  const { start } = readDate('_since', text)
  if (/^[a-z]/.test(text)) throw wrong('_since', 'Write an instant like 2026-11-29T09:30:00Z.')
  return instantFrom(start)
}
