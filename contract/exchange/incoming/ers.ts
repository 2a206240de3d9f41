import { z } from 'zod'
import { endpoint } from '../../platform/calls/endpoint.ts'
import { requiredUbrn } from '../../platform/fields/ubrn.ts'

export const fetchErsForm = z.object({ ubrn: requiredUbrn() })

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
