/**
 * Resolves in a new task. The work before and after it then counts as two tasks, and between them a browser can answer
 * a press and render. A single task as long as both would delay that.
 */
export const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    // A timer would be delayed by some milliseconds, and by a second in a background tab.
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })
