import { queryOptions } from '@tanstack/react-query'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import {
  composeLetter,
  lettersOfPathway,
  listSentLetters,
  listUnsentLetters,
} from '../../../contract/care/letters/letter.ts'
import type { DispatchState } from '../../../contract/care/letters/ways.ts'
import { getLetterhead, listLetterAddresses } from '../../../contract/care/letters/letterhead.ts'
import { getLetterTemplate, listLetterTemplates } from '../../../contract/care/letters/template.ts'
import { call } from '../../platform/calls/api.ts'

export const lettersOfPathwayQuery = (pathwayId: number) =>
  queryOptions({
    queryKey: ['letters', 'pathway', pathwayId],
    queryFn: () => call(lettersOfPathway, { pathwayId }),
    staleTime: 0,
  })

/** The letter as it was when the screen opened. It is never refetched, so nothing changes under the writer. */
export const composedQuery = (input: InputOf<typeof composeLetter>) =>
  queryOptions({
    queryKey: ['letters', 'composed', input],
    queryFn: () => call(composeLetter, input),
    staleTime: Infinity,
    gcTime: 0,
  })

export const unsentQuery = queryOptions({
  queryKey: ['letters', 'unsent'],
  queryFn: () => call(listUnsentLetters, {}),
  staleTime: 0,
})

/** @param state only letters of this outcome */
export const sentQuery = (state?: DispatchState) =>
  queryOptions({
    queryKey: ['letters', 'sent', state ?? 'all'],
    queryFn: () => call(listSentLetters, state === undefined ? {} : { state }),
    staleTime: 0,
  })

/** Templates in use, for writing letters. */
export const templatesQuery = queryOptions({
  queryKey: ['lookup', 'letterTemplate'],
  queryFn: () => call(listLetterTemplates, {}),
  staleTime: 5 * 60_000,
})

export const allTemplatesQuery = queryOptions({
  queryKey: ['administration', 'letterTemplate'],
  queryFn: () => call(listLetterTemplates, { includeInActive: 'true' }),
  staleTime: 0,
})

export const templateQuery = (id: number) =>
  queryOptions({
    queryKey: ['administration', 'letterTemplate', id],
    queryFn: () => call(getLetterTemplate, { id }),
    staleTime: 0,
  })

export const letterheadQuery = queryOptions({
  queryKey: ['administration', 'letterhead'],
  queryFn: () => call(getLetterhead, {}),
  staleTime: 0,
})

export const letterAddressesQuery = queryOptions({
  queryKey: ['administration', 'letterAddress'],
  queryFn: () => call(listLetterAddresses, {}),
  staleTime: 0,
})
