import { z } from 'zod'
import { endpoint, saveCall } from '../platform/calls/endpoint.ts'
import { version } from '../platform/fields/fields.ts'

/**
 * What a service may count as its first contact with a referred patient; decision 57 explains why there is a choice.
 */
export const firstContacts = [
  { code: 'frat', title: 'The first FRAT' },
  { code: 'call', title: 'The first telephone call in which the patient was reached' },
  { code: 'wellbeing', title: 'The first wellbeing assessment' },
  { code: 'any', title: 'Whichever came first: FRAT, wellbeing assessment, such a call, treatment or class' },
] as const
export type FirstContact = (typeof firstContacts)[number]['code']

export const firstContactTitle = (code: string): string =>
  firstContacts.find((each) => each.code === code)?.title ?? code

const codes = firstContacts.map(({ code }) => code)

export const firstContactForm = z.object({ countsAs: z.enum(codes, { error: 'Choose from the list' }) })

export const getFirstContact = endpoint({
  method: 'GET',
  path: '/api/firstContact/get',
  summary: 'What reports count as first contact',
  input: z.object({}),
  reply: z.object({ version: z.int(), countsAs: z.enum(codes) }),
})

export const saveFirstContact = saveCall({
  path: '/api/firstContact/save',
  summary: 'Set what reports count as first contact',
  input: firstContactForm.extend({ version: version() }),
})
