/** Apart from their answers, so that the site map has the names without the rest. */
export const auditQuestions = ['patient', 'user', 'unusual', 'refused', 'exports'] as const
export type AuditQuestion = (typeof auditQuestions)[number]
