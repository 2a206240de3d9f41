import type { Invented } from './invented.ts'

/** How often somebody fell in the year before the first assessment, where the FRAT says that they did. */
const often = [1, 1, 2, 2, 3, 4, 6] as const

/** The number of falls that was told when people were first measured, so that a rate before care can be counted. */
export const addToldFalls = ({ random, referred, add, stamp }: Invented): void => {
  for (const { id, clinician, history } of referred) {
    const { wellbeing, frats } = history
    if (wellbeing === null || !random.chance(0.85)) continue
    const fell = frats.some(({ answers: [one] }) => one)
    add('measure', {
      ...stamp(wellbeing),
      pathway_id: id,
      measured_date: wellbeing,
      measure: 'fallsLastYear',
      value: fell ? random.pick(often) : 0,
      unable: false,
      clinician_id: clinician,
    })
  }
}
