/**
 * How long a test waits for an expected result. A busy machine is slow, not wrong. The wait ends as soon as the result
 * is there.
 */
export const patienceMs = 60_000
