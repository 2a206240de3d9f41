/** Neighbouring keys on UK keyboards, along the rows and down the columns. */
const lines = [
  ...['1234567890-=', 'qwertyuiop[]', "asdfghjkl;'#", 'zxcvbnm,./'],
  ...['1qaz', '2wsx', '3edc', '4rfv', '5tgb', '6yhn', '7ujm', '8ik,', '9ol.', '0p;/'],
]
const ways = [...lines, ...lines.map((line) => [...line].reverse().join(''))]

/** Shorter runs also occur in words. */
const shortestRun = 3

/** Whether a password consists only of runs of neighbouring keys, such as qwertyuiop or 1qaz2wsx3edc. */
export const isKeyboardRun = (password: string): boolean => {
  const keys = password.toLowerCase()
  let reached = 0
  while (reached < keys.length) {
    const run = Math.max(...ways.map((way) => runAt(keys, reached, way)))
    if (run < shortestRun) return false
    reached += run
  }
  return keys !== ''
}

const runAt = (keys: string, from: number, way: string): number => {
  const start = way.indexOf(keys.charAt(from))
  if (start === -1) return 0
  let length = 0
  while (start + length < way.length && way[start + length] === keys[from + length]) length += 1
  return length
}
