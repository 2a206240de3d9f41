const minute = 60_000

/** What is known about attempts at a password from one place. Times are in milliseconds. */
export interface Attempts {
  /** Failures since the last success, oldest first. */
  failed: readonly number[]
  /** Attempts that are being checked now. */
  pending: readonly number[]
}

export interface AttemptRule {
  /** This many failures within `windowMs` lock sign-in for another `windowMs`. */
  limit: number
  windowMs: number
  /** From this many failures in a row, each attempt must wait longer than the one before. 0 means no such wait. */
  slowFrom: number
}

/** For one account, from one place (AU-10). */
export const accountRule: AttemptRule = { limit: 10, windowMs: 15 * minute, slowFrom: 5 }

/** The maximum number of accounts that raise the limit of the address where they have signed in. */
export const mostAccountsMakingRoom = 30

/**
 * For one address, whatever names are tried. Each account that has signed in there recently adds a tenth to the limit,
 * up to four times the limit (decision 138).
 */
export const addressRule = (limit: number, signedInHere: number): AttemptRule => ({
  limit: limit + Math.ceil((limit * Math.min(signedInHere, mostAccountsMakingRoom)) / 10),
  windowMs: 15 * minute,
  slowFrom: 0,
})

/**
 * Whether one more password may be checked now. 'wait' if that depends on attempts under way: these count as failures
 * until their outcome is known, so that parallel guesses gain nothing.
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

/** When a locked place opens again. Nothing is counted while it is locked, so the last failure decides. */
export const opensAt = (failed: readonly number[], rule: AttemptRule): number =>
  (failed.at(-1) ?? 0) + rule.windowMs

/** 2, 4, 8, 16, 32 seconds after the fifth, sixth … failure in a row. */
const waitAfter = (failures: number, { slowFrom }: AttemptRule): number =>
  2 ** (failures - slowFrom + 1) * 1000
