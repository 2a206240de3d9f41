import { z } from 'zod'
import type { CalendarDate } from '../../platform/dates/dates.ts'
import { formatDate } from '../../platform/words/format.ts'
import {
  categoryOf,
  flagKindOf,
  refusalsWithCalls,
  refusalsWithCare,
  type FlagKindName,
} from './flagKinds.ts'

/** In display order: what may be urgent comes first. */
const chipKinds = [
  'redFlag',
  'restricted',
  'deceased',
  'safeguarding',
  'consentRefused',
  'homeVisitRisk',
  'similarName',
  'interpreter',
  'reasonableAdjustment',
  'preferredFormat',
] as const satisfies readonly (FlagKindName | 'restricted' | 'deceased' | 'similarName')[]

/** One chip of a patient: all open flags of one kind, as text. */
export const flagChip = z.object({
  kind: z.enum(chipKinds),
  text: z.string(),
  /** What is overdue, such as 'review was due 01-Nov-2026'; null if nothing is. */
  late: z.string().nullable(),
})
export type FlagChip = z.output<typeof flagChip>

export interface OpenFlag {
  kind: FlagKindName
  category: string | null
  detail: string | null
  sinceDate: CalendarDate | null
  action: string | null
  reviewDate: CalendarDate
}

/** Everything that the chips of a patient are built from. */
export interface FlagFacts {
  flags: readonly OpenFlag[]
  consentRefusedDate: CalendarDate | null
  timeConsentRefused: string | null
  deceasedDate: CalendarDate | null
  /** A closed referral or a FRAT says that the patient died. */
  isSaidDead: boolean
  /** PDS says so, and nobody has recorded the death yet. */
  isDeadInPds: boolean
  /** Only users who have a part in the care, or who give a reason, can open the record (decision 81). */
  isRestricted: boolean
  /** Another active patient has a name like this one. */
  hasSimilarName: boolean
}

export type ChipReader = 'staff' | 'external'

/**
 * The chips of a patient, in display order. External users see only what they need to treat the person with respect,
 * and no text that staff typed except the language (decision 55).
 */
export const chipsOf = (facts: FlagFacts, today: CalendarDate, reader: ChipReader): FlagChip[] =>
  chipKinds.flatMap((kind): FlagChip[] => {
    if (kind === 'restricted')
      return facts.isRestricted && reader === 'staff' ? [{ kind, text: 'Restricted record', late: null }] : []
    if (kind === 'deceased') return deceasedChip(facts)
    if (kind === 'similarName')
      return facts.hasSimilarName && reader === 'staff' ? [{ kind, text: 'Similar name', late: null }] : []
    if (reader === 'external' && !flagKindOf(kind).isShared) return []
    // Most patients have no flags, and a list runs this for each of its rows and kinds.
    const flags = facts.flags.length === 0 ? facts.flags : facts.flags.filter((flag) => flag.kind === kind)
    const text = textOf(kind, flags, facts, reader)
    return text === null
      ? []
      : [{ kind, text, late: reader === 'staff' ? lateness(kind, flags, today) : null }]
  })

/** Shown in place of a telephone number that must not be rung. */
export const doNotCallWords = 'Do not call'

/**
 * Nobody may ring a patient who has died, who refused something that stops calls, or whose refusal does not say what
 * was refused.
 */
export const isNotToBeCalled = (facts: FlagFacts): boolean =>
  hasDied(facts) || hasRefused(facts, refusalsWithCalls)

/** Nobody may write to such a patient either: who refused only to be rung still gets letters and messages. */
export const isNotToBeTold = (facts: FlagFacts): boolean =>
  hasDied(facts) || hasRefused(facts, [...refusalsWithCalls, 'calls'])

/** Whether consent was refused to something else than these, or without anybody saying to what. */
const hasRefused = (facts: FlagFacts, allowed: readonly string[]): boolean =>
  facts.consentRefusedDate !== null ||
  facts.timeConsentRefused !== null ||
  facts.flags.some(
    ({ kind, category }) => kind === 'consentRefused' && !allowed.some((code) => code === category),
  )

/** By the date of death, or as a record or PDS says. */
export const hasDied = (facts: FlagFacts): boolean => deceasedChip(facts).length > 0

/** The patient refused the service, or refused consent without anybody saying to what. */
export const isCareRefused = (facts: FlagFacts): boolean => hasRefused(facts, refusalsWithCare)

/** The chips of a patient as text, for a cell of a sheet or file. */
export const chipsInWords = (chips: readonly FlagChip[]): string | null =>
  chips.length === 0
    ? null
    : chips.map(({ text, late }) => (late === null ? text : `${text}, ${late}`)).join('. ')

const deceasedChip = ({ deceasedDate, isSaidDead, isDeadInPds }: FlagFacts): FlagChip[] => {
  if (deceasedDate !== null)
    return [{ kind: 'deceased', text: `Died ${formatDate(deceasedDate)}`, late: null }]
  if (isSaidDead) return [{ kind: 'deceased', text: 'Died, date not recorded', late: null }]
  return isDeadInPds ? [{ kind: 'deceased', text: 'PDS says that the patient died', late: null }] : []
}

const textOf = (
  kind: FlagKindName,
  flags: readonly OpenFlag[],
  facts: FlagFacts,
  reader: ChipReader,
): string | null => {
  if (kind === 'consentRefused') return consentText(flags, facts, reader)
  if (flags.length === 0) return null
  const { title } = flagKindOf(kind)
  const parts = [
    ...new Set(
      flags.flatMap((flag) => {
        const short = isToldSign(flag) ? inFewWords(flag.detail) : categoryOf(kind, flag.category)?.short
        if (kind === 'redFlag' && flag.action === null) return `${short ?? ''} (not answered)`.trim()
        return short ?? (kind === 'interpreter' ? (flag.detail ?? []) : [])
      }),
    ),
  ]
  return parts.length === 0 ? title : `${title}: ${parts.join('; ')}`
}

/** The category 'other' says nothing by its name, so its free text is shown. Only staff see red flags. */
const isToldSign = (flag: OpenFlag): flag is OpenFlag & { detail: string } =>
  flag.kind === 'redFlag' && flag.category === 'other' && flag.detail !== null

const mostOnChip = 80
const inFewWords = (words: string): string =>
  `“${words.length <= mostOnChip ? words : `${words.slice(0, mostOnChip).trimEnd()}…`}”`

/** Combines the date and time of the consent screen with the flags that say what was refused. */
const consentText = (
  flags: readonly OpenFlag[],
  { consentRefusedDate, timeConsentRefused }: FlagFacts,
  reader: ChipReader,
): string | null => {
  if (consentRefusedDate === null && timeConsentRefused === null && flags.length === 0) return null
  const parts = [
    ...(consentRefusedDate === null && timeConsentRefused === null
      ? []
      : [whenOf(consentRefusedDate, timeConsentRefused)]),
    ...flags.map(({ category, detail, sinceDate }) =>
      [
        categoryOf('consentRefused', category)?.short,
        reader === 'staff' ? detail : null,
        whenOf(sinceDate, null),
      ]
        .filter(Boolean)
        .join(', '),
    ),
  ].filter(Boolean)
  if (parts.length === 0) return flags.length === 0 ? null : flagKindOf('consentRefused').title
  return `${flagKindOf('consentRefused').title}: ${[...new Set(parts)].join('; ')}`
}

const whenOf = (day: CalendarDate | null, time: string | null): string =>
  [day === null ? null : formatDate(day), time].filter(Boolean).join(' ')

const lateness = (kind: FlagKindName, flags: readonly OpenFlag[], today: CalendarDate): string | null => {
  const oldest = flags
    .map(({ reviewDate }) => reviewDate)
    .filter((day) => day < today)
    .toSorted()[0]
  if (oldest === undefined) return null
  return `${kind === 'redFlag' ? 'to be dealt with by' : 'review was due'} ${formatDate(oldest)}`
}
