/*
 * Reasons that mean that the person refused. The lists of reasons are kept by administrators and have no code for it, so
 * their words decide.
 */

/** As a regular expression that JavaScript and PostgreSQL read alike, without regard to case. */
export const refusalPattern =
  '(patient|person|client|service user) (has |had )?(declined|refused)|(declined|refused) by (the )?(patient|person|client|service user)|patient choice|(did|does) not (want|wish)'

const refusal = new RegExp(refusalPattern, 'i')

/** Whether this reason for closing a referral means that the person refused. Stopping after care began does not. */
export const isRefusal = (reason: string): boolean => refusal.test(reason)
