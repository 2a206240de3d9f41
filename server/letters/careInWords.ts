import type { CalendarDate } from '../../contract/dates.ts'
import { redFlagActionTitle, redFlagSigns, type RedFlagSign } from '../../contract/flags/redFlag.ts'
import { formatLongDate } from '../../contract/format.ts'
import { appointmentOutcomes } from '../../contract/records/appointment.ts'
import { equipmentInWords } from '../../contract/records/equipmentProgress.ts'
import { fallDayInWords, fallInWords } from '../../contract/records/fall.ts'
import { checklistParts, findingOf, partsThatAre } from '../../contract/records/fallsChecklist.ts'
import { fratItems } from '../../contract/records/frat.ts'
import type { RecordsOf } from '../../contract/records/kinds.ts'
import { resultInWords, type MeasureRecord } from '../../contract/records/measure.ts'
import { changeBetween, readingOf, type About } from '../../contract/records/measureReading.ts'
import { measures as allMeasures, type MeasureCode } from '../../contract/records/measures.ts'
import { fallRiskTitle } from '../../contract/records/medicinesReview.ts'
import { onwardInWords } from '../../contract/records/onwardProgress.ts'

/* What was found and done, in the words of a letter: a line for each thing, and none for what is not there. */

/** A red flag that was found, as far as a letter says it. */
export interface LetterFlag {
  sign: RedFlagSign
  detail: string | null
  action: string | null
  foundDate: CalendarDate
  reviewDate: CalendarDate | null
  endedDate: CalendarDate | null
  endedNote: string | null
}

const byDay = <Thing>(things: readonly Thing[], dayOf: (thing: Thing) => CalendarDate): Thing[] =>
  things.toSorted((one, other) => (dayOf(one) < dayOf(other) ? -1 : dayOf(one) > dayOf(other) ? 1 : 0))

const signTitle = (sign: RedFlagSign): string => redFlagSigns.find(({ code }) => code === sign)?.title ?? sign

/** 'Blackout or syncope (in the bath), found on 3 November 2026: same-day GP, by 4 November 2026' */
export const redFlagInWords = (flag: LetterFlag): string => {
  const { sign, detail, action, foundDate, reviewDate, endedDate, endedNote } = flag
  const what = `${signTitle(sign)}${detail === null ? '' : ` (${detail})`}, found on ${formatLongDate(foundDate)}`
  const done = redFlagActionTitle(action)
  const said =
    endedDate === null
      ? [done ?? 'no action recorded', reviewDate === null ? null : `by ${formatLongDate(reviewDate)}`]
      : [done, `ended on ${formatLongDate(endedDate)}`]
  return [`${what}: ${said.filter((words) => words !== null).join(', ')}`, endedNote]
    .filter((words) => words !== null)
    .join('. ')
}

const resultOfDay = (record: MeasureRecord): string =>
  `${resultInWords(record)} on ${formatLongDate(record.measuredDate)}`

/** The latest of each measure against the first, with what the latest means; blood pressure stands by itself. */
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
  /** What a fall on standing means; null where there was none of that size. */
  drop: string | null
}

/** The latest lying and standing blood pressure; null where none was measured. */
export const bloodPressureOf = (records: readonly MeasureRecord[], about: About): BloodPressure | null => {
  const pressures = records.filter(({ measure }) =>
    positions.some(([, ...codes]) => codes.some((code) => code === measure)),
  )
  const day = byDay(pressures, ({ measuredDate }) => measuredDate).at(-1)?.measuredDate
  if (day === undefined) return null
  const ofDay = pressures.filter(({ measuredDate }) => measuredDate === day)
  const valueOf = (code: MeasureCode): number | null =>
    ofDay.findLast(({ measure }) => measure === code)?.value ?? null
  const said = positions.flatMap(([position, systolic, diastolic]) => {
    const [upper, lower] = [valueOf(systolic), valueOf(diastolic)]
    return upper === null && lower === null ? [] : `${position} ${upper ?? '–'}/${lower ?? '–'}`
  })
  const drop = ofDay
    .flatMap((record) => readingOf(record, about)?.says ?? [])
    .find((says) => says.startsWith('Postural'))
  return { day, words: `${said.join(', ')} mmHg on ${formatLongDate(day)}`, drop: drop ?? null }
}

/** Each of the five items as it was answered; none where only a score was entered. */
export const fratItemsInWords = (frat: RecordsOf['frat'] | undefined): string[] =>
  frat === undefined
    ? []
    : fratItems.flatMap(({ field, question }) => {
        const answer = frat[field]
        return answer === null ? [] : `${question.replace('?', '')}: ${answer ? 'yes' : 'no'}`
      })

/** Falls with what came of them, the first one first. */
export const fallsInWords = (falls: readonly RecordsOf['fall'][]): string[] =>
  byDay(falls, ({ fallDate }) => fallDate).map((fall) =>
    [fallDayInWords(fall, formatLongDate), fallInWords(fall)].filter(Boolean).join(': '),
  )

/** What was found in each part of the check-list. */
export const findingsInWords = (checklist: RecordsOf['fallsChecklist'] | undefined): string[] =>
  checklist === undefined
    ? []
    : checklistParts.flatMap(({ field, title }) => {
        const finding = checklist[findingOf(field)]
        const referred = checklist[field] === 'referred'
        return finding === null && !referred
          ? []
          : `${title}: ${[finding, referred ? 'referred' : null].filter((words) => words !== null).join('; ')}`
      })

/** The parts that were neither done nor referred nor left out on purpose; null where all were, or there is no check-list. */
export const notDoneInWords = (checklist: RecordsOf['fallsChecklist'] | undefined): string | null => {
  const parts = checklist === undefined ? [] : partsThatAre(checklist, null)
  return parts.length === 0 ? null : parts.join('; ')
}

type Review = RecordsOf['medicinesReview']
export const isUnanswered = ({ reviewAskedDate, reviewDoneDate }: Review): boolean =>
  reviewAskedDate !== null && reviewDoneDate === null

/** 'Yes; review asked for on 3 May 2026, not answered yet' */
export const medicinesInWords = (review: Review | undefined): string | null => {
  if (review === undefined) return null
  const { fallRiskMedicines, reviewAskedDate, reviewDoneDate, reviewedBy } = review
  const asked = reviewAskedDate === null ? null : `review asked for on ${formatLongDate(reviewAskedDate)}`
  const by = reviewedBy === null ? '' : ` by ${reviewedBy}`
  const done = reviewDoneDate === null ? null : `done on ${formatLongDate(reviewDoneDate)}${by}`
  const answer = isUnanswered(review) ? 'not answered yet' : done
  return [fallRiskTitle(fallRiskMedicines), [asked, answer].filter((words) => words !== null).join(', ')]
    .filter(Boolean)
    .join('; ')
}

export const equipmentInLetter = (things: readonly RecordsOf['equipmentAssessment'][]): string[] =>
  things.map((thing) => {
    const became = equipmentInWords(thing, formatLongDate)
    return `${thing.other ?? thing.names.equipment}${became === null ? '' : `: ${became}`}`
  })

export const onwardInLetter = (sent: readonly RecordsOf['onwardReferral'][]): string[] =>
  byDay(sent, ({ referralDate }) => referralDate).map((each) => {
    const became = onwardInWords(each, formatLongDate) ?? 'not answered yet'
    return `${each.names.referTo}, ${formatLongDate(each.referralDate)}: ${became}`
  })

/** '5 attended, 1 did not attend, no warning' */
export const appointmentsInWords = (appointments: readonly RecordsOf['appointment'][]): string | null => {
  const said = appointmentOutcomes.flatMap(({ code, title }) => {
    const count = appointments.filter(({ outcome }) => outcome === code).length
    return count === 0 ? [] : `${count} ${title.slice(0, 1).toLowerCase()}${title.slice(1)}`
  })
  return said.length === 0 ? null : said.join(', ')
}

interface ActionFacts {
  openFlags: readonly LetterFlag[]
  review: Review | undefined
  pressure: BloodPressure | null
  falls: readonly RecordsOf['fall'][]
  checklist: RecordsOf['fallsChecklist'] | undefined
}

/** What the practice is asked to do, from what was recorded alone. The wording is a draft for a registered clinician. */
export const actionsInWords = ({ openFlags, review, pressure, falls, checklist }: ActionFacts): string[] => {
  const fracture = byDay(falls, ({ fallDate }) => fallDate).findLast(({ injury }) => injury === 'fracture')
  const isBoneReferred = checklist?.boneHealth === 'referred'
  return [
    ...openFlags.map((flag) => `Red flag, not resolved: please see to it. ${redFlagInWords(flag)}`),
    ...(review !== undefined && isUnanswered(review)
      ? [
          `Please review the medicines: asked for on ${formatLongDate(review.reviewAskedDate)}, not answered yet`,
        ]
      : []),
    ...(pressure?.drop == null
      ? []
      : [`Please review the blood pressure of ${formatLongDate(pressure.day)}: ${pressure.drop}`]),
    ...(fracture === undefined && !isBoneReferred
      ? []
      : [
          fracture === undefined
            ? 'Please assess osteoporosis and fracture risk'
            : `Please assess osteoporosis and fracture risk: fracture in a fall, ${fallDayInWords(fracture, formatLongDate)}`,
        ]),
  ]
}
