const minute = 60_000

/** What is known of attempts at a password from one place; instants in milliseconds. */
export interface Attempts {
  /** That failed since the last success, oldest first. */
  failed: readonly number[]
  /** That are being checked at the moment. */
  pending: readonly number[]
}

export interface AttemptRule {
  /** Failures within `windowMs` that lock sign-in for as long again. */
  limit: number
  windowMs: number
  /** From this many failures in a row on, each must wait longer than the one before; 0 for no such wait. */
  slowFrom: number
}

/** For one account, from one place (AU-10). */
export const accountRule: AttemptRule = { limit: 10, windowMs: 15 * minute, slowFrom: 5 }

/** Accounts that make room where they have signed in: more of them make no more. */
export const mostAccountsMakingRoom = 30

/**
 * For one address, whatever names are tried: each account that has signed in there lately makes a tenth more room, up to
 * four times the limit (decision 138).
 */
export const addressRule = (limit: number, signedInHere: number): AttemptRule => ({
  limit: limit + Math.ceil((limit * Math.min(signedInHere, mostAccountsMakingRoom)) / 10),
  windowMs: 15 * minute,
  slowFrom: 0,
})

/**
 * Whether one more password may be looked at now. 'wait' when that depends on those being looked at: they all count as
 * failures until they turn out otherwise, so that guesses side by side gain nothing.
 */
export const mayTry = (
  { failed, pending }: Attempts,
  rule: AttemptRule,
  now: number,
): 'yes' | 'no' | 'wait' => {
  const last = failed.at(-1)
  if (last !== undefined) {
    const beforeLast = failed.filter((at) => at > last - rule.windowMs).length
    if (beforeLast >= rule.limit && now < last + rule.windowMs) return 'no'
    const lately = failed.filter((at) => at > now - rule.windowMs).length
    if (lately >= rule.limit) return 'no'
    if (rule.slowFrom > 0 && lately >= rule.slowFrom && now < last + waitAfter(lately, rule)) return 'no'
    if (lately + pending.length >= rule.limit) return 'wait'
  }
  return pending.length >= rule.limit ? 'wait' : 'yes'
}

/** When a place that is closed opens again: nothing is counted meanwhile, so its last failure tells. */
export const opensAt = (failed: readonly number[], rule: AttemptRule): number =>
  (failed.at(-1) ?? 0) + rule.windowMs

/** 2, 4, 8, 16, 32 seconds after the fifth, sixth … failure in a row. */
const waitAfter = (failures: number, { slowFrom }: AttemptRule): number =>
  2 ** (failures - slowFrom + 1) * 1000
