import { z } from 'zod'
import { endpoint } from '../../platform/calls/endpoint.ts'
import { requiredText } from '../../platform/fields/fields.ts'

/** The number of a referral in the NHS e-Referral Service, with or without spaces. */
const ubrn = () =>
  requiredText('Enter the UBRN', 40)
    .transform((typed) => typed.replaceAll(/[\s-]/g, ''))
    .refine((digits) => /^\d{12}$/.test(digits), 'A UBRN has 12 digits')

export const fetchErsForm = z.object({ ubrn: ubrn() })

export const fetchFromErs = endpoint({
  method: 'POST',
  path: '/api/incomingReferral/fetchErs',
  summary:
    'Fetch one referral from the NHS e-Referral Service by its UBRN; one that is here already is not doubled',
  input: fetchErsForm,
  reply: z.object({
    /** The incoming referral. */
    id: z.int(),
    reference: z.string(),
    isNew: z.boolean(),
  }),
})
