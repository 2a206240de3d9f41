import type { ClientBase, Pool } from 'pg'

/** Enough time for an administrator to notice that the tables are not being made. */
const monthsAhead = 3

/** Makes the audit trail's tables for this month and the coming months, if they are missing (docs/operate/administration.md). */
export const makeAuditMonths = async (on: Pool | ClientBase): Promise<void> => {
  await on.query('select make_audit_months($1)', [monthsAhead])
}
