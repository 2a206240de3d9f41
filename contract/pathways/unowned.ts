/** The name for all open referrals without an owner. */
export const unowned = 'Unowned'
