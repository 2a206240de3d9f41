import { z } from 'zod'
import { auditQuestions } from '../../../contract/insight/auditQuestionNames.ts'

const day = z.string().optional().catch(undefined)
const id = z.int().positive().optional().catch(undefined)

/** Which question is asked, of whom, over which days: nothing of a patient but a number (DP-7). */
export const asked = z.object({
  question: z.enum(auditQuestions).default('patient').catch('patient'),
  patientId: id,
  userId: id,
  dateFrom: day,
  dateTo: day,
})
export type Asked = z.output<typeof asked>
