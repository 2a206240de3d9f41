/**
 * Many callers share few runs of a reading, and nobody gets a result that is older than their question: a run begins when all that
 * arrived together have asked, and who asks while one runs waits for the next, which begins after they asked. So a save always
 * shows in the count that its author asks for afterwards, and under load at most one runs and one waits.
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
