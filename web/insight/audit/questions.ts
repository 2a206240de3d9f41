import type { AuditQuestion } from '../../../contract/insight/audit/auditQuestionNames.ts'
import { addDays, addMonths, today } from '../../../contract/platform/dates/dates.ts'

export const questionTitles: Record<AuditQuestion, string> = {
  patient: 'Who opened this patient',
  user: 'What a user did',
  client: 'What a FHIR client read',
  unusual: 'Unusual reading',
  refused: 'Refused calls',
  exports: 'Files that left',
}

/** What each answer contains, as a sentence. */
export const questionPurposes: Record<AuditQuestion, string> = {
  patient:
    'Everybody who opened or changed the record of one patient, or saw the patient on a list or in a report.',
  user: 'Everything that one user looked at, changed, saved as a file or was refused.',
  client: 'Everything that other software read by FHIR, and for whom. At most 31 days at once.',
  unusual:
    'Reading of records that may deserve a question. Most of it has a good reason: ask before you conclude.',
  refused:
    'What people asked for and were refused. Refusals that can be repeated without limit, such as wrong passwords, are counted by the minute.',
  exports: 'Lists, reports and documents that left the service as a file, and who took them.',
}

/** The default days of a question. */
export const usualDays = (question: AuditQuestion): { dateFrom: string; dateTo: string } => {
  const dateTo = today()
  return { dateFrom: question === 'patient' ? addMonths(dateTo, -12) : addDays(dateTo, -6), dateTo }
}
