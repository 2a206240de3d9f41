/**
 * Lets many callers share few runs of a read, without giving anybody a result older than their request. A run starts
 * after all callers that arrived together have asked. A caller that asks during a run waits for the next, which starts
 * after it asked. So the author of a save always sees it in a count that they request afterwards, and under load at
 * most one run is active and one is waiting.
 */
export const shareReads = <Result>(read: () => Promise<Result>): (() => Promise<Result>) => {
  let running: Promise<Result> | null = null
  let next: Promise<Result> | null = null

  const start = async (): Promise<Result> => {
    await new Promise((resolve) => setImmediate(resolve))
    next = null
    const started: Promise<Result> = read().finally(() => {
      if (running === started) running = null
    })
    running = started
    return started
  }

  return () => (next ??= running === null ? start() : running.then(start, start))
}
