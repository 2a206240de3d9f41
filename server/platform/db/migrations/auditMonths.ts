import type { ClientBase, Pool } from 'pg'

/** Long enough for somebody to notice that it has not been done. */
const monthsAhead = 3

/** Makes the tables of this and the coming months of the audit trail, where they are missing (docs/audit.md). */
export const makeAuditMonths = async (on: Pool | ClientBase): Promise<void> => {
  await on.query('select make_audit_months($1)', [monthsAhead])
}
