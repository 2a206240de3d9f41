/**
 * Resolves in a task of its own. What was done before and what comes after then count as two, between which a browser answers a press
 * and may draw; one that lasts as long as both together would hold it up.
 */
export const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    // A timer would be put off by some milliseconds, and by a second in a tab that nobody looks at.
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })
