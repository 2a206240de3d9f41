import type { Trace } from '../audit/auditTrail.ts'
import type { Writing } from './write.ts'

/**
 * A write that no user of the service makes: the patient does, on a page of their own, or a job. Who calls this writes
 * the audit event, in the same transaction.
 */
export const unsignedWriting = (
  of: Pick<Writing, 'sql' | 'requestId' | 'command' | 'bankHolidayOn'> & { trace: (trace: Trace) => void },
): Writing => ({
  ...of,
  userId: null,
  sessionId: null,
  worksAs: { clinicianId: null, teamMemberId: null },
  looksAt: () => undefined,
})
