import { queryOptions } from '@tanstack/react-query'
import { toldOnPage } from '../../../contract/care/person/questions.ts'
import { call } from '../../platform/calls/api.ts'

/** What the patient answered on the own page about falls and exercise. */
export const toldQuery = (pathwayId: number) =>
  queryOptions({
    queryKey: ['told', 'pathway', pathwayId],
    queryFn: () => call(toldOnPage, { pathwayId }),
    staleTime: 0,
  })
