interface Waiting<Asked, Answer> {
  asked: Asked
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/**
 * Combines the requests of one turn of the event loop into one statement. Under load, sending a statement costs the
 * process more than handling its result. No caller waits for the result of another batch.
 * @param ask returns the answers in the order of the requests
 */
export const gather = <Asked, Answer>(
  ask: (asked: readonly Asked[]) => Promise<readonly Answer[]>,
): ((asked: Asked) => Promise<Answer>) => {
  let waiting: Waiting<Asked, Answer>[] = []
  const send = async (): Promise<void> => {
    const together = waiting
    waiting = []
    try {
      const answers = await ask(together.map(({ asked }) => asked))
      for (const [place, { resolve }] of together.entries()) resolve(answers[place] as Answer)
    } catch (error) {
      for (const { reject } of together) reject(error)
    }
  }
  return (asked) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(() => void send())
      waiting.push({ asked, resolve, reject })
    })
}
