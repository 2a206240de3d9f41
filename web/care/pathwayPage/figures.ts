import { formatDate } from '../../../contract/platform/words/format.ts'
import type { PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import { bmiBand } from '../../../contract/patients/bmi.ts'
import { attendanceSummary, isOffered } from '../../../contract/pathways/records/exerciseAttendance.ts'
import { highestConfidence, type Followup } from '../../../contract/pathways/records/followup.ts'
import { maximumFratScore } from '../../../contract/pathways/records/frat.ts'

/** How a figure compares with the previous one. Covers recorded values only, never a forecast. */
export interface Change {
  direction: 'up' | 'down' | 'same'
  /** 'up from 2 on 05-Jan-2026' */
  words: string
}

/** The latest figure of one kind. */
export interface Figure {
  title: string
  /** The section of the page it comes from. */
  section: 'frat' | 'wellbeing' | 'exercise' | 'followup' | 'bmi'
  value: string
  /** A score that is also drawn as dots beside the text. */
  marks?: { filled: number; of: number }
  /** The date of the figure, or what it is based on. */
  note: string
  /** Null if there is no previous figure. */
  change: Change | null
}

interface Reading {
  value: number
  /** The value as text, for comparison with a later one. */
  words: string
  day: string
}

const directionOf = (now: number, then: number): Change['direction'] =>
  now > then ? 'up' : now < then ? 'down' : 'same'

const changeOf = (latest: Reading, before: Reading | undefined): Change | null => {
  if (before === undefined) return null
  const direction = directionOf(latest.value, before.value)
  const day = formatDate(before.day)
  return {
    direction,
    words: direction === 'same' ? `as on ${day}` : `${direction} from ${before.words} on ${day}`,
  }
}

/** @param readings latest first */
const figureOf = (
  readings: readonly Reading[],
  figure: Pick<Figure, 'title' | 'section'>,
  more: (latest: Reading) => Partial<Figure> = () => ({}),
): Figure[] => {
  const [latest, before] = readings
  if (latest === undefined) return []
  return [
    {
      ...figure,
      value: latest.words,
      note: formatDate(latest.day),
      change: changeOf(latest, before),
      ...more(latest),
    },
  ]
}

/** Compares this many sessions with the same number before them. */
const compared = 4

/** Attendance of the latest plan that has any sessions. */
const attendanceOf = ({ exercise, exerciseAttendance }: PathwayView): Figure[] => {
  const plan = exercise.find(({ id }) => exerciseAttendance.some(({ exerciseId }) => exerciseId === id))
  const sessions = exerciseAttendance.filter(
    ({ exerciseId, attendanceStatus }) => exerciseId === plan?.id && isOffered(attendanceStatus),
  )
  const { percentage, attended } = attendanceSummary(sessions)
  if (percentage === null) return []
  const [latest, before] = [sessions.slice(0, compared), sessions.slice(compared, 2 * compared)]
  const [now, then] = [attendanceSummary(latest).attended, attendanceSummary(before).attended]
  return [
    {
      title: 'Attendance',
      section: 'exercise',
      value: `${percentage}%`,
      note: `${attended} of ${sessions.length} ${sessions.length === 1 ? 'session' : 'sessions'}`,
      change:
        before.length < compared
          ? null
          : {
              direction: directionOf(now, then),
              words: `${now} of the last ${compared}, ${then} of the ${compared} before`,
            },
    },
  ]
}

type Told = 'fallsSinceContact' | 'exerciseHours' | 'confidence'

const toldIn = (
  calls: readonly Followup[],
  field: Told,
  inWords: (value: number) => string = String,
): Reading[] =>
  calls.flatMap(({ callDate, [field]: value }) =>
    value === null ? [] : { value, words: inWords(value), day: callDate },
  )

/** The latest figure of each kind, in page order. */
export const figuresOf = (view: PathwayView): Figure[] => [
  ...figureOf(
    view.frat.map(({ fratScore, assessmentDate }) => ({
      value: fratScore,
      words: String(fratScore),
      day: assessmentDate,
    })),
    { title: 'FRAT', section: 'frat' },
    ({ value }) => ({
      value: `${value} of ${maximumFratScore}`,
      marks: { filled: value, of: maximumFratScore },
    }),
  ),
  ...figureOf(
    view.wellbeing.map(({ concerns, assessmentDate }) => ({
      value: concerns.length,
      words: String(concerns.length),
      day: assessmentDate,
    })),
    { title: 'Concerns', section: 'wellbeing' },
  ),
  ...attendanceOf(view),
  ...figureOf(
    toldIn(view.followup, 'confidence'),
    { title: 'Confidence', section: 'followup' },
    (latest) => ({
      value: `${latest.value} of ${highestConfidence}`,
    }),
  ),
  ...figureOf(toldIn(view.followup, 'fallsSinceContact'), {
    title: 'Falls since last contact',
    section: 'followup',
  }),
  ...figureOf(
    toldIn(view.followup, 'exerciseHours', (hours) => `${hours} h`),
    { title: 'Exercise a week', section: 'followup' },
  ),
  ...figureOf(
    view.bmi.map(({ bmi, assessmentDate }) => ({ value: bmi, words: String(bmi), day: assessmentDate })),
    { title: 'BMI', section: 'bmi' },
    ({ value, day }) => ({ note: `${bmiBand(value, view.patient.ethnicityCode)}, ${formatDate(day)}` }),
  ),
]
