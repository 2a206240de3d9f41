/**
 * A check shared by any number of callers. It runs once at a time and caches its answer for `holdsMs`. A caller who
 * waits longer than `timeoutMs` gets `late`, as does everybody after them until the next check may start.
 */
export const shared = <Answer>(
  check: () => Promise<Answer>,
  late: Answer,
  { holdsMs, timeoutMs }: { holdsMs: number; timeoutMs: number },
): (() => Promise<Answer>) => {
  let last: { answer: Answer; at: number } | null = null
  let running: Promise<Answer> | null = null

  const keep = (answer: Answer): Answer => {
    last = { answer, at: performance.now() }
    return answer
  }

  return async () => {
    if (last !== null && performance.now() - last.at < holdsMs) return last.answer
    running ??= check()
      .then(keep)
      .finally(() => {
        running = null
      })
    const checking = running
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => resolve(keep(late)), timeoutMs)
      checking.then(resolve, reject).finally(() => clearTimeout(timer))
    })
  }
}
