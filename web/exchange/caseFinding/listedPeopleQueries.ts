import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listedPeople, type shownPeopleCodes } from '../../../contract/exchange/caseFinding/listedPeople.ts'
import { call } from '../../platform/calls/api.ts'
import { caseFindingKey } from './caseFindingQueries.ts'

export type ShownPeople = (typeof shownPeopleCodes)[number]

export const listedPeopleQuery = (id: number, shown: ShownPeople | undefined, page: number) =>
  queryOptions({
    queryKey: [...caseFindingKey, 'people', id, shown, page],
    queryFn: () => call(listedPeople, { id, page, ...(shown === undefined ? {} : { shown }) }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
