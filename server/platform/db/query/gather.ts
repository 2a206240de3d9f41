interface Waiting<Asked, Answer> {
  asked: Asked
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/**
 * Asks once for all who come in the same turn of the event loop: requests that arrive together under load then share a statement,
 * which costs the process more to send than anything that it does with the answer. Nobody waits for an answer to others.
 * @param ask answers in the order in which it was asked
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
