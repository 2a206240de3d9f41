import { queryOptions } from '@tanstack/react-query'
import { paperLink, personLinks } from '../../../contract/care/person/link.ts'
import { call } from '../../platform/calls/api.ts'

/** The key is under the patient, so that it is read again after every save (web/platform/calls/queries.ts). */
export const personLinksQuery = (patientId: number) =>
  queryOptions({
    queryKey: ['patient', patientId, 'personLinks'],
    queryFn: () => call(personLinks, { patientId }),
    staleTime: 0,
  })

/** The code is shown while its screen is, and kept nowhere. */
export const paperQuery = (id: number) =>
  queryOptions({
    queryKey: ['personLinkPaper', id],
    queryFn: () => call(paperLink, { id }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
