import { addMonths, type CalendarDate } from '../../platform/dates/dates.ts'
import type { RedFlagSign } from '../../reference/redFlagSigns.ts'
import type { Fall, FallQuestion } from './fall.ts'

/*
 * What recorded falls imply: how many there were, and what the reader may want to do. It changes nothing automatically.
 * The wording of the advice is a draft for a registered clinician (docs/reference/care.md).
 */

type Told = { readonly [Field in 'injury' | FallQuestion]?: Fall[Field] | undefined }

interface Advice {
  isMeant: (fall: Told) => boolean
  words: string
  /** The red flag that this may be. The user decides which sign to record. */
  sign: RedFlagSign | null
}

const advices: readonly Advice[] = [
  {
    isMeant: ({ blackout }) => blackout === true,
    words:
      'A blackout is a red flag. After a fall with loss of consciousness NICE NG249 offers a comprehensive falls assessment.',
    sign: 'blackout',
  },
  {
    isMeant: ({ injury }) => injury === 'fracture',
    words:
      'After a fall with an injury that needed treatment NICE NG249 offers a comprehensive falls assessment. After a fracture, think of bone health too.',
    sign: null,
  },
  {
    isMeant: ({ injury }) => injury === 'headInjury',
    words: 'A head injury is a red flag if the person takes an anticoagulant: ask which medicines they take.',
    sign: 'headInjury',
  },
  {
    isMeant: ({ longLie }) => longLie === true,
    words:
      'Over an hour on the floor is a red flag. After a fall from which somebody could not get up without help NICE NG249 offers a comprehensive falls assessment.',
    sign: 'longLie',
  },
]

/** Advice to consider after this fall; empty for most falls. */
export const fallAdvice = (fall: Told): string[] =>
  advices.filter(({ isMeant }) => isMeant(fall)).map(({ words }) => words)

/** Whether the fall may be a red flag, so that the form offers to record one. */
export const mayBeRedFlag = (fall: Told): boolean =>
  advices.some(({ isMeant, sign }) => sign !== null && isMeant(fall))

type Counted = Pick<Fall, 'fallDate' | 'fallCount' | 'periodFrom'>

export interface FallsInYear {
  /** Falls that certainly happened in the last 12 months. */
  sure: number
  /** Falls of periods that began earlier than that: some of them may be older. */
  perhaps: number
}

/**
 * The number of falls in the 12 months up to `today`. A described fall inside a counted period is taken as one of that
 * period's falls and is not counted twice.
 */
export const fallsInYear = (falls: readonly Counted[], today: CalendarDate): FallsInYear => {
  const since = addMonths(today, -12)
  const described = falls.filter(({ fallCount }) => fallCount === null)
  const periods = falls.flatMap(({ fallDate, fallCount, periodFrom }) =>
    fallCount === null || fallDate <= since
      ? []
      : [{ from: periodFrom ?? fallDate, to: fallDate, count: fallCount }],
  )
  const isIn = (day: CalendarDate, { from, to }: { from: CalendarDate; to: CalendarDate }): boolean =>
    day >= from && day <= to
  const isRecent = ({ fallDate }: Counted): boolean => fallDate > since
  const alone = described.filter(
    (fall) => isRecent(fall) && !periods.some((period) => isIn(fall.fallDate, period)),
  ).length
  let [sure, perhaps] = [alone, 0]
  for (const period of periods) {
    const own = described.filter(({ fallDate }) => isIn(fallDate, period))
    const all = Math.max(period.count, own.length)
    if (period.from > since) sure += all
    else {
      sure += own.filter(isRecent).length
      perhaps += all - own.length
    }
  }
  return { sure, perhaps }
}

const inWords = (count: number): string =>
  count === 0 ? 'No fall' : count === 1 ? '1 fall' : `${count} falls`

/** '2 falls recorded in the last 12 months, and up to 3 more of a period that began earlier.' */
export const fallsInYearInWords = ({ sure, perhaps }: FallsInYear): string => {
  const more = perhaps === 0 ? '' : `, and up to ${perhaps} more of a period that began earlier`
  return `${inWords(sure)} recorded in the last 12 months${more}.`
}
