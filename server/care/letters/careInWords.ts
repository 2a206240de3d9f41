import type { CalendarDate } from '../../../contract/platform/dates/dates.ts'
import { redFlagActionTitle } from '../../../contract/patients/flags/redFlag.ts'
import { redFlagSigns, type RedFlagSign } from '../../../contract/reference/redFlagSigns.ts'
import { formatLongDate } from '../../../contract/platform/words/format.ts'
import { appointmentOutcomes } from '../../../contract/pathways/records/appointment.ts'
import { equipmentInWords } from '../../../contract/pathways/records/equipmentProgress.ts'
import { fallDayInWords, fallInWords } from '../../../contract/pathways/records/fall.ts'
import { checklistParts, findingOf, partsThatAre } from '../../../contract/pathways/records/fallsChecklist.ts'
import { fratItems } from '../../../contract/pathways/records/frat.ts'
import type { RecordsOf } from '../../../contract/pathways/records/kinds.ts'
import { resultInWords, type MeasureRecord } from '../../../contract/pathways/records/measure.ts'
import { changeBetween, readingOf, type About } from '../../../contract/pathways/records/measureReading.ts'
import { measures as allMeasures, type MeasureCode } from '../../../contract/pathways/records/measures.ts'
import { fallRiskTitle } from '../../../contract/pathways/records/medicinesReview.ts'
import { onwardInWords } from '../../../contract/pathways/records/onwardProgress.ts'

/* Findings and treatment as text for a letter: one line for each item, and no line for a missing one. */

/** The parts of a red flag that a letter states. */
export interface LetterFlag {
  sign: RedFlagSign
  detail: string | null
  action: string | null
  foundDate: CalendarDate
  reviewDate: CalendarDate | null
  endedDate: CalendarDate | null
  endedNote: string | null
}

/** @param things latest first, as they are read; on the same day, the one recorded later stays later in the result */
const byDay = <Thing>(things: readonly Thing[], dayOf: (thing: Thing) => CalendarDate): Thing[] =>
  things
    .toReversed()
    .toSorted((one, other) => (dayOf(one) < dayOf(other) ? -1 : dayOf(one) > dayOf(other) ? 1 : 0))

/** Lower-cases the first letter, unless the word is an abbreviation. */
const inSentence = (words: string): string =>
  /^[A-Z][A-Z0-9]/.test(words) ? words : `${words.slice(0, 1).toLowerCase()}${words.slice(1)}`

const signTitle = (sign: RedFlagSign): string => redFlagSigns.find(({ code }) => code === sign)?.title ?? sign

/** 'Blackout or syncope: in the bath. Recorded on 3 November 2026. Done: same-day GP. To be dealt with by 4 November 2026' */
export const redFlagInWords = (flag: LetterFlag): string => {
  const { sign, detail, action, foundDate, reviewDate, endedDate, endedNote } = flag
  const done = redFlagActionTitle(action)
  return [
    detail === null ? signTitle(sign) : `${signTitle(sign)}: ${detail}`,
    `Recorded on ${formatLongDate(foundDate)}`,
    done === null ? 'No action recorded' : `Done: ${inSentence(done)}`,
    endedDate !== null
      ? `Ended on ${formatLongDate(endedDate)}`
      : reviewDate !== null && `To be dealt with by ${formatLongDate(reviewDate)}`,
    endedNote,
  ]
    .filter((words) => typeof words === 'string')
    .join('. ')
}

const resultOfDay = (record: MeasureRecord): string =>
  `${resultInWords(record)} on ${formatLongDate(record.measuredDate)}`

/**
 * The first and latest result of each measure, with the meaning of the latest. Blood pressure is handled separately.
 */
export const measuresInWords = (records: readonly MeasureRecord[], about: About): string[] =>
  allMeasures
    .filter(({ group }) => group !== 'bloodPressure')
    .flatMap(({ code, title }) => {
      const own = byDay(
        records.filter(({ measure }) => measure === code),
        ({ measuredDate }) => measuredDate,
      )
      const [first, latest] = [own.at(0), own.at(-1)]
      if (first === undefined || latest === undefined) return []
      const reading = readingOf(latest, about)
      const now = `${resultOfDay(latest)}${reading === null ? '' : ` (${reading.says})`}`
      return first === latest
        ? `${title}: ${now}`
        : `${title}: ${resultOfDay(first)}, then ${now}. ${changeBetween(code, first.value, latest.value).words}`
    })

const positions = [
  ['lying', 'systolicLying', 'diastolicLying'],
  ['standing after 1 minute', 'systolicStanding1', 'diastolicStanding1'],
  ['standing after 3 minutes', 'systolicStanding3', 'diastolicStanding3'],
] as const satisfies readonly (readonly [string, MeasureCode, MeasureCode])[]

interface BloodPressure {
  day: CalendarDate
  words: string
  /**
   * The largest drop on standing that counts as postural hypotension, such as 'systolic 26 mmHg lower'; null if there
   * was none.
   */
  drop: string | null
}

/** The latest lying and standing blood pressure; null if none was measured. */
export const bloodPressureOf = (records: readonly MeasureRecord[], about: About): BloodPressure | null => {
  const pressures = records.filter(({ measure }) =>
    positions.some(([, ...codes]) => codes.some((code) => code === measure)),
  )
  const days = byDay(pressures, ({ measuredDate }) => measuredDate).map(({ measuredDate }) => measuredDate)
  const ofThe = (on: CalendarDate, [, ...codes]: (typeof positions)[number]): MeasureRecord | undefined =>
    pressures.find(
      ({ measure, measuredDate }) => measuredDate === on && codes.some((code) => code === measure),
    )
  // Prefer an earlier day with both lying and standing values to a later day with a lying value alone.
  const day =
    days.findLast(
      (on) => ofThe(on, positions[0]) !== undefined && positions.slice(1).some((each) => ofThe(on, each)),
    ) ?? days.at(-1)
  if (day === undefined) return null
  // Of several values on one day, use the latest, as elsewhere.
  const ofDay = pressures.filter(({ measuredDate }) => measuredDate === day)
  const valueOf = (code: MeasureCode): number | null =>
    ofDay.find(({ measure }) => measure === code)?.value ?? null
  const said = positions.flatMap((each) => {
    const [position, systolic, diastolic] = each
    const [upper, lower] = [valueOf(systolic), valueOf(diastolic)]
    if (upper !== null || lower !== null) return `${position} ${upper ?? '–'}/${lower ?? '–'}`
    return ofThe(day, each) === undefined ? [] : `${position}: unable`
  })
  const drops = positions.slice(1).flatMap(([, ...codes]) =>
    codes.flatMap((code, place) => {
      const lying = valueOf(place === 0 ? 'systolicLying' : 'diastolicLying')
      const record = ofDay.find(({ measure }) => measure === code)
      const isPostural =
        record !== undefined && readingOf(record, about)?.says.startsWith('Postural') === true
      return isPostural && lying !== null && record.value !== null
        ? { which: place === 0 ? 'systolic' : 'diastolic', by: lying - record.value }
        : []
    }),
  )
  // Prefer the systolic drop: it is the one acted on.
  const [greatest] = drops.toSorted((a, b) => b.which.localeCompare(a.which) || b.by - a.by)
  return {
    day,
    words: `${said.join(', ')} mmHg on ${formatLongDate(day)}`,
    drop: greatest === undefined ? null : `${greatest.which} ${greatest.by} mmHg lower`,
  }
}

/** The answer to each of the five items; empty if only a score was entered. */
export const fratItemsInWords = (frat: RecordsOf['frat'] | undefined): string[] =>
  frat === undefined
    ? []
    : fratItems.flatMap(({ field, question }) => {
        const answer = frat[field]
        return answer === null ? [] : `${question.replace('?', '')}: ${answer ? 'yes' : 'no'}`
      })

/** Falls with their consequences, earliest first. */
export const fallsInWords = (falls: readonly RecordsOf['fall'][]): string[] =>
  byDay(falls, ({ fallDate }) => fallDate).map((fall) =>
    [fallDayInWords(fall, formatLongDate), fallInWords(fall)].filter(Boolean).join(': '),
  )

/** Findings of each part of the check-list, and the parts done without a finding. */
export const findingsInWords = (checklist: RecordsOf['fallsChecklist'] | undefined): string[] => {
  if (checklist === undefined) return []
  const quiet = checklistParts
    .filter(({ field }) => checklist[field] === 'done' && checklist[findingOf(field)] === null)
    .map(({ title }) => title)
  return [
    ...foundInWords(checklist),
    ...(quiet.length === 0 ? [] : [`Done, no finding written: ${quiet.join('; ')}`]),
  ]
}

const foundInWords = (checklist: RecordsOf['fallsChecklist']): string[] =>
  checklistParts.flatMap(({ field, title }) => {
    const finding = checklist[findingOf(field)]
    const referred = checklist[field] === 'referred'
    return finding === null && !referred
      ? []
      : `${title}: ${[finding, referred ? 'referred' : null].filter((words) => words !== null).join('; ')}`
  })

/** The parts not done, not referred and not deliberately left out; null if there are none, or no check-list. */
export const notDoneInWords = (checklist: RecordsOf['fallsChecklist'] | undefined): string | null => {
  const parts = checklist === undefined ? [] : partsThatAre(checklist, null)
  return parts.length === 0 ? null : parts.join('; ')
}

type Review = RecordsOf['medicinesReview']

/**
 * The latest medicines review that was asked for, unless that entry or a later one says that it was done.
 * @param reviews latest first
 */
export const unansweredReview = (reviews: readonly Review[]): Review | undefined => {
  const place = reviews.findIndex(({ reviewAskedDate }) => reviewAskedDate !== null)
  return reviews.slice(0, place + 1).some(({ reviewDoneDate }) => reviewDoneDate !== null)
    ? undefined
    : reviews[place]
}

/** 'Yes; review asked for on 3 May 2026, not answered yet' */
export const medicinesInWords = (reviews: readonly Review[]): string | null => {
  const [latest] = reviews
  if (latest === undefined) return null
  const unanswered = unansweredReview(reviews)
  const { reviewAskedDate, reviewDoneDate, reviewedBy } = unanswered ?? latest
  const asked = reviewAskedDate === null ? null : `review asked for on ${formatLongDate(reviewAskedDate)}`
  const by = reviewedBy === null ? '' : ` by ${reviewedBy}`
  const done = reviewDoneDate === null ? null : `done on ${formatLongDate(reviewDoneDate)}${by}`
  const answer = unanswered === undefined ? done : 'not answered yet'
  return [
    fallRiskTitle(latest.fallRiskMedicines),
    [asked, answer].filter((words) => words !== null).join(', '),
  ]
    .filter(Boolean)
    .join('; ')
}

export const equipmentInLetter = (things: readonly RecordsOf['equipmentAssessment'][]): string[] =>
  things.map((thing) => {
    const became = equipmentInWords(thing, formatLongDate)
    return `${thing.other ?? thing.names.equipment}${became === null ? '' : `, ${inSentence(became)}`}`
  })

export const onwardInLetter = (sent: readonly RecordsOf['onwardReferral'][]): string[] =>
  byDay(sent, ({ referralDate }) => referralDate).map((each) => {
    const became = onwardInWords(each, formatLongDate) ?? 'not answered yet'
    // In these cases only the note says what happened.
    const note = each.outcome === 'other' || each.answer === 'refused' ? each.outcomeNote : null
    return [`${each.names.referTo}, ${formatLongDate(each.referralDate)}: ${inSentence(became)}`, note]
      .filter((words) => words !== null)
      .join('. ')
  })

/** '5 attended; 1 did not attend, no warning' */
export const appointmentsInWords = (appointments: readonly RecordsOf['appointment'][]): string | null => {
  const said = appointmentOutcomes.flatMap(({ code, title }) => {
    const count = appointments.filter(({ outcome }) => outcome === code).length
    return count === 0 ? [] : `${count} ${inSentence(title)}`
  })
  return said.length === 0 ? null : said.join('; ')
}

interface ActionFacts {
  openFlags: readonly LetterFlag[]
  /** A medicines review that was asked for and not answered yet. */
  review: Review | undefined
  pressure: BloodPressure | null
  falls: readonly RecordsOf['fall'][]
  checklist: RecordsOf['fallsChecklist'] | undefined
}

/**
 * What the practice is asked to do, based on the recorded facts alone. The wording is a draft for a registered
 * clinician to approve.
 */
export const actionsInWords = ({ openFlags, review, pressure, falls, checklist }: ActionFacts): string[] => {
  const fracture = byDay(falls, ({ fallDate }) => fallDate).findLast(({ injury }) => injury === 'fracture')
  const isBoneReferred = checklist?.boneHealth === 'referred'
  return [
    ...openFlags.map((flag) => `Please act on the open red flag: ${redFlagInWords(flag)}`),
    ...(review !== undefined
      ? [
          `Please review medicines that raise the risk of falling: we asked for it on ${formatLongDate(review.reviewAskedDate)}, and no answer is recorded`,
        ]
      : []),
    ...(pressure?.drop == null
      ? []
      : [
          `Please review postural hypotension: ${pressure.drop} after standing on ${formatLongDate(pressure.day)}`,
        ]),
    ...(fracture === undefined && !isBoneReferred
      ? []
      : [
          fracture === undefined
            ? 'Please make sure that osteoporosis and fracture risk are assessed'
            : `Please make sure that osteoporosis and fracture risk are assessed: fracture in a fall, ${fallDayInWords(fracture, formatLongDate)}`,
        ]),
  ]
}
