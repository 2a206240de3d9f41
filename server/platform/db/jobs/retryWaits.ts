const minute = 60_000
const waits = [1, 2, 5, 15, 30, 60].map((minutes) => minutes * minute)
const longestWait = 2 * 60 * minute

/** How long to wait before another service is tried again. @param attempts made so far */
export const waitAfter = (attempts: number): number => waits[attempts - 1] ?? longestWait

/** After three days somebody has to do something about it. */
export const longestTry = 3 * 24 * 60 * minute
