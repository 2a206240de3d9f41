/** Separate from the answers, so that the site map can import the names without the rest. */
export const auditQuestions = ['patient', 'user', 'client', 'unusual', 'refused', 'exports'] as const
export type AuditQuestion = (typeof auditQuestions)[number]
