/** What stands in an example, and what stands there in its place. */
export type Swap = readonly [example: string, real: string]

/** No example may be left: an address of its network, or a password that is to be changed. */
const leftOver = /\b10\.0\.0\.\d+|CHANGE-\w+/

/**
 * A file of deploy/cluster with other addresses, folders and passwords, one after the other. Throws where one of them is not in the
 * file, or where an example is left.
 */
export const fillExample = (example: string, swaps: readonly Swap[]): string => {
  let text = example
  for (const [from, to] of swaps) {
    if (!text.includes(from)) throw new Error(`The example has no "${from}"`)
    text = text.replaceAll(from, to)
  }
  const left = leftOver.exec(text.replaceAll(/^[#;].*$/gm, ''))
  if (left !== null) throw new Error(`The example still has "${left[0]}"`)
  return text
}
