import { labels } from '../../platform/words/labels.ts'
import { redFlagSigns } from '../../reference/redFlagSigns.ts'

interface Choice {
  code: string
  title: string
  short: string
}

interface FlagKind {
  title: string
  /** The choices in its form, and the message if nothing is chosen. Programs may leave out an optional category. */
  category?: { label: string; missing: string; choices: readonly Choice[]; isOptional?: true }
  /** The text that its form asks for. Without `missing` it is optional. */
  detail: { label: string; hint?: string; missing?: string }
  /** The label of its review date, if not the usual one. */
  reviewLabel?: string
  /** The label of its start date. Without it the form does not ask since when. */
  sinceLabel?: string
  /** Whether external users see its chip (decision 55). */
  isShared: boolean
}

/** The groups of the national reasonable adjustment flag, in our own words. */
const adjustments = [
  { code: 'communication', title: 'Communication', short: 'communication' },
  { code: 'languageSupport', title: 'Community language support', short: 'language support' },
  { code: 'additionalSupport', title: 'Additional support, such as a carer', short: 'additional support' },
  { code: 'individualCare', title: 'Individual care', short: 'individual care' },
  { code: 'environment', title: 'Environment and access', short: 'environment' },
  { code: 'time', title: 'More time, or another time of day', short: 'more time' },
] as const

/** Formats of the Accessible Information Standard. */
const formats = [
  { code: 'largePrint', title: 'Large print', short: 'large print' },
  { code: 'easyRead', title: 'Easy read', short: 'easy read' },
  { code: 'braille', title: 'Braille', short: 'braille' },
  { code: 'audio', title: 'Audio', short: 'audio' },
  { code: 'email', title: 'E-mail', short: 'e-mail' },
  { code: 'textMessage', title: 'Text message', short: 'text message' },
  { code: 'telephone', title: 'Telephone, not letters', short: 'telephone, not letters' },
  { code: 'otherFormat', title: 'Another format', short: 'another format' },
] as const

/** What a patient may refuse consent to. */
const refusals = [
  { code: 'service', title: 'This service', short: 'this service', stopsCalls: true, stopsCare: true },
  { code: 'contact', title: 'Being contacted', short: 'being contacted', stopsCalls: true, stopsCare: false },
  { code: 'calls', title: 'Being rung', short: 'being rung', stopsCalls: true, stopsCare: false },
  {
    code: 'sharing',
    title: 'Sharing with others',
    short: 'sharing with others',
    stopsCalls: false,
    stopsCare: false,
  },
  { code: 'other', title: 'Something else', short: 'something else', stopsCalls: false, stopsCare: false },
] as const
/** Refusals that still allow care. A patient who did not say what was refused is given no place: their wish comes first. */
export const refusalsWithCare = refusals.flatMap(({ code, stopsCare }) => (stopsCare ? [] : [code]))
/**
 * Refusals that still allow calls. A patient who refused anything else, or did not say what, is not rung: the patient's
 * wish comes first.
 */
export const refusalsWithCalls = refusals.flatMap(({ code, stopsCalls }) => (stopsCalls ? [] : [code]))

/** The flags that users set, in the order of their chips. */
export const flagKinds = {
  redFlag: {
    title: 'Red flag',
    category: { label: 'Which sign', missing: 'Choose the sign', choices: redFlagSigns },
    detail: { label: 'What was found' },
    reviewLabel: 'To be dealt with by',
    isShared: false,
  },
  safeguarding: {
    title: 'Safeguarding',
    detail: {
      label: 'What staff must know',
      hint: 'Read on the patient’s page, never on lists',
      missing: 'Say what staff must know',
    },
    isShared: false,
  },
  consentRefused: {
    title: 'Consent refused',
    category: {
      label: 'Refused',
      missing: 'Choose what was refused',
      choices: refusals,
      isOptional: true,
    },
    detail: {
      label: 'What was refused',
      hint: 'In the patient’s own words, if possible',
      missing: 'Say what was refused',
    },
    sinceLabel: 'Refused on',
    isShared: true,
  },
  homeVisitRisk: {
    title: 'Home-visit risk',
    detail: {
      label: 'What visitors must know',
      hint: 'Read on the patient’s page, never on lists',
      missing: 'Say what visitors must know',
    },
    isShared: false,
  },
  interpreter: {
    title: 'Interpreter',
    detail: {
      label: 'Language',
      hint: 'Such as Polish, or British Sign Language',
      missing: 'Language required',
    },
    isShared: true,
  },
  reasonableAdjustment: {
    title: 'Reasonable adjustment',
    category: { label: 'Category', missing: 'Choose a category', choices: adjustments },
    detail: { label: 'What is needed', missing: 'Say what is needed' },
    isShared: true,
  },
  preferredFormat: {
    title: 'Preferred format',
    category: { label: 'Format', missing: 'Choose a format', choices: formats },
    detail: { label: 'More about the format' },
    isShared: true,
  },
} as const satisfies Record<string, FlagKind>
export type FlagKindName = keyof typeof flagKinds
export const flagKindNames = Object.keys(flagKinds) as [FlagKindName, ...FlagKindName[]]

/** The entry in `flagKinds`, typed for code that handles every kind alike. */
export const flagKindOf = (kind: FlagKindName): FlagKind => flagKinds[kind]

export const categoryOf = (kind: FlagKindName, code: string | null): Choice | undefined =>
  flagKindOf(kind).category?.choices.find((choice) => choice.code === code)

/** The labels of the fields in the form of this kind. Conflicts and histories use them too. */
export const flagLabelsOf = (kind: FlagKindName): Record<keyof typeof labels.flag, string> => {
  const { category, detail, sinceLabel, reviewLabel } = flagKindOf(kind)
  return {
    ...labels.flag,
    detail: detail.label,
    ...(category !== undefined && { category: category.label }),
    ...(sinceLabel !== undefined && { sinceDate: sinceLabel }),
    ...(reviewLabel !== undefined && { reviewDate: reviewLabel }),
  }
}
