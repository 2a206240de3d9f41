import { z } from 'zod'
import { auditQuestions } from '../../../contract/insight/audit/auditQuestionNames.ts'

const day = z.string().optional().catch(undefined)
const id = z.int().positive().optional().catch(undefined)

/** The question, the person or software it is about, and the days. The only patient data is an id (DP-7). */
export const asked = z.object({
  question: z.enum(auditQuestions).default('patient').catch('patient'),
  patientId: id,
  userId: id,
  /** Of a FHIR client. */
  clientId: id,
  dateFrom: day,
  dateTo: day,
})
export type Asked = z.output<typeof asked>
