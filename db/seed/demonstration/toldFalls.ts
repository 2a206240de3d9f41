import { addDays } from '../../../contract/platform/dates/dates.ts'
import type { Invented, Referred } from './invented.ts'

/** Falls in the year before the first assessment, for people whose FRAT says that they fell. */
const often = [1, 1, 2, 2, 3, 4, 6] as const

/** Place, activity and injury of falls during a plan or class. */
const duringCare = [
  ['The garden', 'Picking up a flower pot', 'none'],
  ['The kitchen', 'Turning round too fast', 'minor'],
  ['The bus stop', 'Getting off the bus', 'minor'],
] as const

/** The number of falls that people reported when first measured, and a few falls during care. */
export const addToldFalls = (invented: Invented): void => {
  const { random, add, stamp } = invented
  for (const one of invented.referred) {
    const { id, clinician, history } = one
    const { wellbeing, frats } = history
    addFallDuringCare(invented, one)
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

/** Only for people who had fallen before: nobody else has a fall recorded. */
const addFallDuringCare = ({ random, today, add, stamp }: Invented, { subject, history }: Referred): void => {
  const { plan, exercise, frats } = history
  const began = exercise?.exercisePlanDate ?? plan?.treatmentDate
  if (began === undefined || !frats.some(({ answers: [fell] }) => fell) || !random.chance(0.15)) return
  const ended = (exercise === null ? plan?.endedDate : exercise.completedDate) ?? today
  const [place, activity, injury] = random.pick(duringCare)
  const day = addDays(began, random.between(5, 60))
  if (day > ended || day > today || day > (subject.deceasedDate ?? today)) return
  const told = {
    patient_id: subject.id,
    fall_date: day,
    place,
    activity,
    injury,
    long_lie: false,
    blackout: false,
  }
  add('fall', { ...stamp(day), ...told, ambulance: false })
}
