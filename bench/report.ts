interface Figure {
  what: string
  figure: number
  unit: string
  digits?: number
  /** One of the two: what the design asks for. */
  atLeast?: number
  atMost?: number
}

const written = (value: number, digits = 0): string =>
  value.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits })

let missed = 0

/** Prints a figure beside its target. A speed of one machine in one hour is no verdict, so the exit code stays 0. */
export const report = ({ what, figure, unit, digits, atLeast, atMost }: Figure): void => {
  const met = atLeast === undefined ? figure <= (atMost ?? Infinity) : figure >= atLeast
  if (!met) missed += 1
  const target =
    atLeast === undefined ? `at most ${written(atMost ?? 0, digits)}` : `at least ${written(atLeast, digits)}`
  const measured = `${written(figure, digits)} ${unit}`
  console.log(`${what.padEnd(62)} ${measured.padStart(14)}   ${target.padEnd(15)} ${met ? 'met' : 'MISSED'}`)
}

export const heading = (text: string): void => console.log(`\n${text}`)

export const sumUp = (failures: number): void => {
  console.log(`\n${missed === 0 ? 'Every target met' : `${missed} missed`}; ${failures} requests failed.`)
}
