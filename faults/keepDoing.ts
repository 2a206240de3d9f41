/** Does something over and over, several at once. @returns what ends it, and waits for what is under way */
export const keepDoing = (
  several: number,
  work: (which: number) => Promise<unknown>,
): (() => Promise<void>) => {
  let isOver = false
  const all = Promise.all(
    Array.from({ length: several }, async (_, which) => {
      while (!isOver) await work(which)
    }),
  )
  return async () => {
    isOver = true
    await all
  }
}
