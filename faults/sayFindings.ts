import type { Findings } from './fault.ts'

/** Prints what a fault found. Returns how much held, and how much did not. */
export const sayFindings = ({
  outcomes,
  figures = [],
  leftOut,
}: Findings): { held: number; broken: number } => {
  if (leftOut !== undefined) console.log(`  left out  ${leftOut}`)
  for (const { held, says } of outcomes) console.log(`  ${held ? 'held  ' : 'BROKEN'}  ${says}`)
  for (const { what, figure, unit } of figures) console.log(`          ${what}: ${figure.toFixed(1)} ${unit}`)
  const held = outcomes.filter((outcome) => outcome.held).length
  return { held, broken: outcomes.length - held }
}
