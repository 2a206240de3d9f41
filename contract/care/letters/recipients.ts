import type { FlagFacts } from '../../patients/flags/chips.ts'
import { categoryOf } from '../../patients/flags/flagKinds.ts'

/** Who receives a letter. */
export const letterRecipients = [
  { code: 'patient', title: 'The patient' },
  { code: 'gp', title: 'The GP practice' },
] as const
export type LetterRecipient = (typeof letterRecipients)[number]['code']
export const recipientTitle = (code: LetterRecipient): string =>
  letterRecipients.find((each) => each.code === code)?.title ?? code
/** The title as it reads within a sentence. */
export const recipientInWords = (code: LetterRecipient): string =>
  recipientTitle(code).replace(/^The /, 'the ')

/** What a template is for. Those for a discharge are offered once the discharge is saved. */
export const letterOccasions = [
  { code: 'accepted', title: 'Referral accepted' },
  { code: 'declined', title: 'Referral declined' },
  { code: 'invitation', title: 'Invitation to an appointment' },
  { code: 'appointmentCancelled', title: 'Appointment cancelled' },
  { code: 'didNotAttend', title: 'Did not attend' },
  { code: 'cannotReach', title: 'Cannot reach you' },
  { code: 'handOver', title: 'Exercise goes on elsewhere' },
  { code: 'discharge', title: 'Discharge' },
  { code: 'other', title: 'Something else' },
] as const
export type LetterOccasion = (typeof letterOccasions)[number]['code']
export const occasionTitle = (code: LetterOccasion): string =>
  letterOccasions.find((each) => each.code === code)?.title ?? code

/** Type size on paper, in points. 16 is the minimum for large print. */
export const letterSizes = { usual: 11, patient: 14, largePrint: 18 } as const
export type LetterSize = keyof typeof letterSizes
export const letterSizeTitles: Readonly<Record<LetterSize, string>> = {
  usual: 'Usual print',
  patient: 'Print for patients',
  largePrint: 'Large print',
}

type Facts = Pick<
  FlagFacts,
  'flags' | 'consentRefusedDate' | 'timeConsentRefused' | 'deceasedDate' | 'isSaidDead' | 'isDeadInPds'
>

const isPreferred = ({ flags }: Facts, code: string): boolean =>
  flags.some(({ kind, category }) => kind === 'preferredFormat' && category === code)

/** The type size for a recipient. For letters to the patient, the patient's preferred format decides. */
export const sizeFor = (recipient: LetterRecipient, facts: Facts): LetterSize =>
  recipient === 'gp' ? 'usual' : isPreferred(facts, 'largePrint') ? 'largePrint' : 'patient'

export const patientHasDied = ({ deceasedDate, isSaidDead, isDeadInPds }: Facts): boolean =>
  deceasedDate !== null || isSaidDead || isDeadInPds

/**
 * Refusals of consent that conflict with a letter to each recipient. A refusal that names nothing (null) covers
 * everything.
 */
const refusedFor = {
  patient: ['service', 'contact', null],
  gp: ['service', 'sharing', null],
} as const satisfies Record<LetterRecipient, readonly (string | null)[]>

/** Titles of the open red flags, as a letter lists them. */
export const openRedFlags = ({ flags }: Pick<Facts, 'flags'>): string[] =>
  flags
    .filter(({ kind }) => kind === 'redFlag')
    .map(({ category }) => categoryOf('redFlag', category)?.title ?? 'Another sign')

/** Preferred formats that a printed letter cannot meet. */
const notOnPaper = ['easyRead', 'braille', 'audio', 'email', 'textMessage', 'telephone', 'otherFormat']

/** The part of the record that says where a letter goes, as the nightly check with PDS names it. */
const whereItGoes = { patient: 'address', gp: 'practice' } as const satisfies Record<LetterRecipient, string>
const elsewhereInPds = {
  patient:
    'PDS has another address for this patient. Check with PDS first: somebody else may read the letter.',
  gp: 'PDS has another GP practice for this patient. Check with PDS first: the letter may go to a practice that no longer cares for the patient.',
} as const satisfies Record<LetterRecipient, string>

/**
 * Points to consider before signing such a letter, each as a sentence. None of them prevents the letter; the
 * signatory ticks a box to confirm.
 * @param isAtRisk the address must not be disclosed (decision 81)
 */
export const concernsOf = (
  recipient: LetterRecipient,
  facts: Facts,
  { isAtRisk, differsInPds }: { isAtRisk: boolean; differsInPds: readonly string[] },
): string[] => {
  const refusals: readonly (string | null)[] = refusedFor[recipient]
  const isRefused =
    facts.consentRefusedDate !== null ||
    facts.timeConsentRefused !== null ||
    facts.flags.some(({ kind, category }) => kind === 'consentRefused' && refusals.includes(category))
  const shared = [
    ...(isRefused
      ? [
          recipient === 'patient'
            ? 'The patient refused consent, which may mean letters too.'
            : 'The patient refused consent, which may mean telling the GP too.',
        ]
      : []),
    ...(isAtRisk
      ? [
          recipient === 'patient'
            ? 'It is not safe for this patient at home: a letter may be read by somebody else there.'
            : 'The address of this patient must not be told: it is left out of this letter. Look for it in the words.',
        ]
      : []),
    ...(differsInPds.includes(whereItGoes[recipient]) ? [elsewhereInPds[recipient]] : []),
  ]
  if (recipient === 'gp')
    return [...shared, ...openRedFlags(facts).map((sign) => `A red flag is open: ${sign}.`)]
  const formats = facts.flags
    .filter(({ kind, category }) => kind === 'preferredFormat' && notOnPaper.includes(category ?? ''))
    .map(({ category, detail }) =>
      [categoryOf('preferredFormat', category)?.title ?? 'Another format', detail].filter(Boolean).join(', '),
    )
  const languages = facts.flags
    .filter(({ kind }) => kind === 'interpreter')
    .map(({ detail }) => detail ?? 'not recorded')
  return [
    ...shared,
    ...formats.map((format) => `The patient asked for another format: ${format}. This letter is printed.`),
    ...languages.map((language) => `The patient has an interpreter: ${language}. This letter is in English.`),
  ]
}
