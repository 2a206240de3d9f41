import { dateInFuture } from '../../../../contract/platform/words/messages.ts'
import { today } from '../../../../contract/platform/dates/dates.ts'
import { emailAddress, optionalText, requiredText } from '../../../../contract/platform/fields/fields.ts'
import { digitsOf, isNhsNumber } from '../../../../contract/platform/fields/nhsNumber.ts'
import { optionalPostcode } from '../../../../contract/platform/fields/postcodeField.ts'
import { telephoneNumber } from '../../../../contract/platform/fields/telephoneField.ts'
import { formSources, type FormSource } from '../../../../contract/exchange/incoming/source.ts'
import {
  dayOf,
  dayParts,
  type ChoiceField,
  type Faults,
  type Option,
  type TextField,
  type Typed,
} from '../../../platform/http/pages/fields.ts'
import type { Page } from './page.ts'
import { signs } from './redFlags.ts'

/*
 * The questions of the public referral form, page by page, in words for whom they are about. Read aloud they are
 * sentences of everyday English. What somebody typed is kept as they typed it and checked by these same fields.
 */

/** Who refers, in the words of the first page. */
export const whoOptions: readonly Option[] = [
  { code: 'self', title: 'Myself' },
  { code: 'relative', title: 'A relative, a friend or somebody I care for' },
  { code: 'professional', title: 'A patient or client, as part of my job' },
]
export const whoMissing = 'Choose who you are referring'
export const isFormSource = (text: string): text is FormSource =>
  (formSources as readonly string[]).includes(text)

const yesNo: readonly Option[] = [
  { code: 'yes', title: 'Yes' },
  { code: 'no', title: 'No' },
  { code: 'unknown', title: 'Not sure' },
]

const name = (label: string, field: string, missing: string, autocomplete: string | null): TextField => ({
  kind: 'text',
  name: field,
  label,
  schema: requiredText(missing, 35),
  isSpelt: false,
  ...(autocomplete === null ? {} : { autocomplete }),
})

const birthFault =
  (isRequired: boolean, whose: string) =>
  (typed: Typed): string | null => {
    const [day = '', month = '', year = ''] = dayParts.map((part) =>
      (typed[`dateOfBirth-${part}`] ?? '').trim(),
    )
    if (day + month + year === '') return isRequired ? `Enter ${whose} date of birth` : null
    const missing = [day === '' ? 'a day' : '', month === '' ? 'a month' : '', year === '' ? 'a year' : '']
      .filter((part) => part !== '')
      .join(' and ')
    if (missing !== '') return `The date of birth must have ${missing}`
    const date = dayOf(typed, 'dateOfBirth')
    if (date === null) return 'The date of birth must be a real date, such as 27 3 1942'
    return date > today() ? dateInFuture.replace('The date', 'The date of birth') : null
  }

/** Telephone numbers of a referral have at most so many characters (contract/exchange/incoming/told.ts). */
const longestTelephone = 60
const telephone = (field: string, label: string, more: Partial<TextField> = {}): TextField => ({
  kind: 'text',
  name: field,
  label,
  schema: telephoneNumber().refine((text) => (text ?? '').length <= longestTelephone, {
    error: 'Enter one telephone number, such as 01632 960 001',
  }),
  type: 'tel',
  width: 'half',
  ...more,
})
const email = (field: string, label: string, more: Partial<TextField> = {}): TextField => ({
  kind: 'text',
  name: field,
  label,
  schema: emailAddress(),
  type: 'email',
  isSpelt: false,
  ...more,
})

const isBlank = (typed: Typed, field: string): boolean => (typed[field] ?? '').trim() === ''

/** Needs that staff must know of before they ring or write. */
export const needs: readonly Option[] = [
  { code: 'hearing', title: 'Hard of hearing or deaf' },
  { code: 'sight', title: 'Sight loss' },
  { code: 'speech', title: 'Difficulty with speaking' },
  { code: 'memory', title: 'Memory problems or a learning disability' },
  { code: 'largePrint', title: 'Letters in large print' },
  { code: 'easyRead', title: 'Letters in Easy Read' },
]

const person = (source: FormSource): Page => {
  const isOwn = source === 'self'
  const filled = (token: string) => (isOwn ? token : null)
  return {
    name: 'person',
    title: isOwn ? 'Your name and date of birth' : 'Who is this referral about?',
    fields: [
      name(
        'First name',
        'firstName',
        isOwn ? 'Enter your first name' : 'Enter their first name',
        filled('given-name'),
      ),
      name(
        'Family name',
        'familyName',
        isOwn ? 'Enter your family name' : 'Enter their family name',
        filled('family-name'),
      ),
      {
        kind: 'day',
        name: 'dateOfBirth',
        label: 'Date of birth',
        hint:
          source === 'relative'
            ? 'For example, 27 3 1942. Leave it blank if you do not know it'
            : 'For example, 27 3 1942',
        check: birthFault(source !== 'relative', isOwn ? 'your' : 'their'),
        isOwnBirthday: isOwn,
      },
      {
        kind: 'choice',
        name: 'gender',
        label: 'Gender',
        options: [
          { code: 'female', title: 'Female' },
          { code: 'male', title: 'Male' },
          { code: 'other', title: 'Other' },
          { code: 'unknown', title: isOwn ? 'Prefer not to say' : 'Not known' },
        ],
        missing: isOwn
          ? 'Choose your gender, or that you prefer not to say'
          : 'Choose their gender, or not known',
      },
    ],
  }
}

const address = (source: FormSource): Page => {
  const isOwn = source === 'self'
  const filled = (token: string) => (isOwn ? { autocomplete: token } : {})
  return {
    name: 'address',
    title: isOwn ? 'Where do you live?' : 'Where do they live?',
    lead: isOwn
      ? 'If you are staying somewhere else, tell us the address where you live most of the time.'
      : 'The address where they live most of the time. It can be a care home.',
    fields: [
      {
        kind: 'text',
        name: 'addressLine1',
        label: 'Address, first line',
        schema: requiredText('Enter the first line of the address', 255),
        ...filled('address-line1'),
      },
      {
        kind: 'text',
        name: 'addressLine2',
        label: 'Address, second line (if there is one)',
        schema: optionalText(255),
        ...filled('address-line2'),
      },
      {
        kind: 'text',
        name: 'town',
        label: 'Town or city',
        schema: optionalText(255),
        width: 'half',
        ...filled('address-level2'),
      },
      {
        kind: 'text',
        name: 'postcode',
        label: 'Postcode',
        schema: optionalPostcode(),
        width: 'postcode',
        isSpelt: false,
        ...filled('postal-code'),
      },
    ],
  }
}

const contact = (source: FormSource): Page => {
  const isOwn = source === 'self'
  return {
    name: 'contact',
    title: isOwn ? 'How can we reach you?' : 'How can we reach them?',
    lead: isOwn
      ? 'Give us a telephone number or an e-mail address. We will only use them for this referral and your care.'
      : 'Leave this blank if they have no telephone, or if we should contact you first. You can give your own number later.',
    fields: [
      telephone('telephone', 'Telephone number', isOwn ? { autocomplete: 'tel' } : {}),
      telephone('otherTelephone', 'Another telephone number (if there is one)'),
      email('email', 'E-mail address', isOwn ? { autocomplete: 'email' } : {}),
    ],
    ...(isOwn
      ? {
          alsoCheck: (typed: Typed): Faults =>
            isBlank(typed, 'telephone') && isBlank(typed, 'email')
              ? { telephone: 'Enter a telephone number or an e-mail address' }
              : {},
        }
      : {}),
  }
}

const nhsNumber = optionalText(40).refine((typed) => typed == null || isNhsNumber(digitsOf(typed)), {
  error: 'Check the NHS number: it has 10 digits. Leave it blank if you are not sure',
})

const practice = (source: FormSource): Page => {
  const isOwn = source === 'self'
  return {
    name: 'practice',
    title: isOwn ? 'Your GP and NHS number' : 'Their GP and NHS number',
    lead: 'You can leave this page blank if you do not know.',
    fields: [
      {
        kind: 'text',
        name: 'gpPractice',
        label: 'GP surgery',
        hint: 'Its name, and the town or street if you know it',
        schema: optionalText(255),
      },
      {
        kind: 'text',
        name: 'nhsNumber',
        label: 'NHS number',
        hint: 'It has 10 digits and is on letters from the NHS, for example 999 000 0018',
        schema: nhsNumber,
        inputmode: 'numeric',
        width: 'half',
        isSpelt: false,
      },
    ],
  }
}

const signsPage = (source: FormSource): Page => {
  const isOwn = source === 'self'
  return {
    name: 'signs',
    title: isOwn ? 'Is any of this happening to you now?' : 'Is any of this happening to them now?',
    lead: 'Now, or in the last few days. Some things cannot wait for a referral.',
    fields: [
      {
        kind: 'several',
        name: 'signs',
        label: 'Tick all that are true',
        options: signs.map(({ code, own, others }) => ({ code, title: isOwn ? own : others })),
        none: { code: 'none', title: 'No, none of these' },
        missing: 'Tick what is true, or “No, none of these”',
      },
    ],
    alsoCheck: (typed): Faults => {
      const ticked = (typed['signs'] ?? '').split(' ')
      return ticked.includes('none') && ticked.length > 1
        ? { signs: 'Tick what is true, or “No, none of these”, but not both' }
        : {}
    },
  }
}

const falls = (source: FormSource): Page => {
  const isOwn = source === 'self'
  const [you, your] = isOwn ? ['you', 'your'] : ['they', 'their']
  const ask = (field: string, label: string, hint?: string): ChoiceField => ({
    kind: 'choice',
    name: field,
    label,
    options: yesNo,
    isInline: true,
    ...(hint === undefined ? {} : { hint }),
  })
  return {
    name: 'falls',
    title: isOwn ? 'Falls and balance' : 'Their falls and balance',
    fields: [
      {
        kind: 'choice',
        name: 'falls',
        label: `How many times have ${you} fallen in the last 12 months?`,
        options: [
          { code: 'none', title: 'Not at all' },
          { code: 'one', title: 'Once' },
          { code: 'more', title: 'Twice or more' },
          { code: 'unknown', title: 'Not sure' },
        ],
        missing: `Choose how many times ${you} have fallen`,
      },
      ask(
        'injured',
        `Did ${you} need treatment because of a fall?`,
        'Leave out these four questions if there was no fall',
      ),
      ask('blackout', `Did ${you} black out, or not know why the fall happened?`),
      ask('couldNotGetUp', `Did ${you} need help to get up?`),
      ask('longLie', `Did ${you} lie on the floor for more than an hour?`),
      ask('unsteady', `Are ${you} unsteady when standing or walking?`),
      ask(
        'frail',
        `Have ${you} become weaker, slower or more tired over the last year?`,
        'Doctors call this frailty',
      ),
      ask(
        'condition',
        `Does a long-term illness affect ${your} balance, strength or memory?`,
        'For example Parkinson’s, a stroke, dementia, diabetes or arthritis',
      ),
    ],
  }
}

const reason = (source: FormSource): Page => {
  const isOwn = source === 'self'
  return {
    name: 'reason',
    title: isOwn ? 'How can we help?' : 'How can we help them?',
    fields: [
      {
        kind: 'text',
        name: 'reason',
        label: isOwn ? 'What would you like help with?' : 'What do they need help with?',
        hint: 'A few words are enough. At most 1,200 characters',
        schema: requiredText(
          isOwn ? 'Tell us what you would like help with' : 'Tell us what they need help with',
          1200,
        ),
        rows: 5,
      },
      ...(source === 'professional'
        ? [
            {
              kind: 'choice',
              name: 'urgency',
              label: 'How urgent is it?',
              options: [
                { code: 'routine', title: 'Routine' },
                { code: 'urgent', title: 'Urgent', hint: 'Say why above' },
              ],
              missing: 'Choose how urgent it is',
            } as const,
          ]
        : []),
      {
        kind: 'several',
        name: 'needs',
        label: isOwn ? 'Do you need any of these?' : 'Do they need any of these?',
        hint: 'So that we ring, write and visit in a way that works. Leave blank if none',
        options: needs,
      },
      {
        kind: 'text',
        name: 'language',
        label: isOwn ? 'Language, if you need an interpreter' : 'Language, if they need an interpreter',
        schema: optionalText(60),
        width: 'half',
      },
      {
        kind: 'text',
        name: 'more',
        label: 'Is there anything else we should know?',
        hint: 'For example when to ring, or how to get into the house. Leave blank if not',
        schema: optionalText(500),
        rows: 3,
      },
    ],
  }
}

const reachable = (typed: Typed): Faults =>
  isBlank(typed, 'senderTelephone') && isBlank(typed, 'senderEmail')
    ? { senderTelephone: 'Enter your telephone number or your e-mail address' }
    : {}

const consent = (source: FormSource): ChoiceField => ({
  kind: 'choice',
  name: 'consent',
  label: 'Do they know about this referral, and agree to it?',
  options: [
    { code: 'yes', title: 'Yes, they agree' },
    {
      code: 'bestInterests',
      title: 'They cannot decide this for themselves',
      hint: source === 'relative' ? 'I believe that it is best for them' : 'It is in their best interests',
    },
    { code: 'no', title: 'No, they do not know about it', hint: 'We will talk to you first' },
  ],
  missing: 'Choose whether they agree to this referral',
})

const sender = (source: 'relative' | 'professional'): Page => ({
  name: 'sender',
  title: 'About you',
  lead: 'We answer you, and ask you if something is not clear.',
  fields: [
    {
      kind: 'text',
      name: 'senderName',
      label: 'Your name',
      schema: requiredText('Enter your name', 100),
      autocomplete: 'name',
      isSpelt: false,
    },
    source === 'relative'
      ? {
          kind: 'text',
          name: 'senderRole',
          label: 'Who are you to them?',
          hint: 'For example daughter, friend or carer',
          schema: requiredText('Say who you are to them', 100),
          width: 'half',
        }
      : {
          kind: 'text',
          name: 'senderRole',
          label: 'Your job',
          hint: 'For example practice nurse or paramedic',
          schema: requiredText('Enter your job', 100),
          autocomplete: 'organization-title',
        },
    ...(source === 'professional'
      ? [
          {
            kind: 'text',
            name: 'senderOrganisation',
            label: 'Where you work',
            schema: requiredText('Enter where you work', 200),
            autocomplete: 'organization',
          } as const,
        ]
      : []),
    telephone('senderTelephone', 'Your telephone number', { autocomplete: 'tel' }),
    email('senderEmail', 'Your e-mail address', { autocomplete: 'email' }),
    consent(source),
  ],
  alsoCheck: reachable,
})

/** The pages of questions in order. Who refers themselves is asked nothing about a sender. */
export const pagesFor = (source: FormSource): readonly Page[] => [
  signsPage(source),
  person(source),
  address(source),
  contact(source),
  practice(source),
  falls(source),
  reason(source),
  ...(source === 'self' ? [] : [sender(source)]),
]
