/** How the open referrals without an owner are called, together. */
export const unowned = 'Unowned'
