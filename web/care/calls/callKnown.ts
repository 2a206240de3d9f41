import { whenOf } from '../../../contract/care/classes/class.ts'
import type { PathwayClasses } from '../../../contract/care/classes/place.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import type { PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import { tookPlace } from '../../../contract/stages/plans.ts'
import { appointmentTypeTitle, timesInWords } from '../../../contract/pathways/records/appointment.ts'
import { isReached, outcomeTitle } from '../../../contract/stages/callOutcome.ts'
import { equipmentInWords } from '../../../contract/pathways/records/equipmentProgress.ts'
import { timesOfDay } from '../../../contract/pathways/records/timeOfDay.ts'
import { placeInWords } from '../classes/inWords.ts'

/* What a caller needs to know about a referral, as lines. The records of each kind come latest first. */

const lowerFirst = (words: string): string => `${words.slice(0, 1).toLowerCase()}${words.slice(1)}`

/**
 * The call in which the next attempt was agreed. This is the last call, or an earlier call since the patient was last
 * reached if its agreed day is after the last call.
 */
const agreedBy = ({ followup }: PathwayView) => {
  const [last] = followup
  if (last === undefined || last.nextTryDate !== null || isReached(last.outcome)) return last
  const reached = followup.findIndex(({ outcome }) => isReached(outcome))
  const tries = reached === -1 ? followup : followup.slice(0, reached)
  const isOver = last.outcome === 'declined' || last.outcome === 'died'
  return isOver ? last : tries.find(({ nextTryDate }) => nextTryDate !== null && nextTryDate > last.callDate)
}

/** The next attempt, and the appointments from today on, soonest first. */
export const agreedOf = (view: PathwayView): string[] => {
  const { appointment } = view
  const last = agreedBy(view)
  const time = timesOfDay.find(({ code }) => code === last?.nextTryTime)?.title.toLowerCase()
  const nextTry =
    last?.nextTryDate == null
      ? []
      : [
          `${last.outcome === 'ringBack' ? 'Asked to be rung back' : 'To be tried again'} ${formatDate(last.nextTryDate)}${time === undefined ? '' : `, ${time}`}`,
        ]
  const booked = appointment
    .filter(({ appointmentDate, outcome }) => outcome === null && appointmentDate >= today())
    .toSorted((one, other) =>
      `${one.appointmentDate} ${one.startTime}`.localeCompare(`${other.appointmentDate} ${other.startTime}`),
    )
    .map(
      (each) =>
        `${appointmentTypeTitle(each.appointmentType)} booked ${formatDate(each.appointmentDate)}, ${timesInWords(each)}, ${each.names.clinician}`,
    )
  return [...nextTry, ...booked]
}

/**
 * The latest call, whether or not the patient was reached. A call imported from another program may have no outcome,
 * and counts as reached.
 */
export const lastTryOf = ({ followup: [last] }: PathwayView): string[] => {
  if (last === undefined) return []
  const outcome = outcomeTitle(last.outcome) ?? (isReached(last.outcome) ? 'Reached' : 'Not reached')
  return [`${formatDate(last.callDate)}: ${lowerFirst(outcome)} (${last.names.clinician})`]
}

/** The latest note on any call, because the last attempt may not have one. */
export const lastNoteOf = ({ followup }: PathwayView): { day: string; text: string } | null => {
  const noted = followup.find(({ note }) => note !== null)
  return noted?.note == null ? null : { day: formatDate(noted.callDate), text: noted.note }
}

export const classLines = ({ places }: PathwayClasses): string[] =>
  places.map(
    (place) => `${place.className}, ${whenOf(place)}, ${place.location}: ${lowerFirst(placeInWords(place))}`,
  )

/** Equipment the person has or is waiting for, and the answer in the last call that asked about it. */
export const equipmentLines = ({ equipmentAssessment, followup }: PathwayView): string[] => {
  const there = equipmentAssessment
    .filter(({ ended }) => ended === null || ended === 'kept')
    .map(({ names, other, ...progress }) => {
      const name = other === null ? names.equipment : `${names.equipment} (${other})`
      const words = equipmentInWords(progress)
      return words === null ? name : `${name}: ${lowerFirst(words)}`
    })
  const asked = followup.find(({ equipmentInUse }) => equipmentInUse !== null)
  return asked?.equipmentInUse == null
    ? there
    : [...there, `In use, as told ${formatDate(asked.callDate)}: ${asked.equipmentInUse}`]
}

/** Goals of the latest treatment plan that took place. */
export const goalsOf = ({
  treatmentPlan,
}: PathwayView): { day: string; text: string; achieved: string | null } | null => {
  const plan = treatmentPlan.find(({ treatmentDate, endedDate }) => tookPlace(treatmentDate, endedDate))
  return plan === undefined
    ? null
    : {
        day: formatDate(plan.treatmentDate),
        text: plan.patientGoals,
        achieved: plan.names.goalsAchieved,
      }
}
