import { queryOptions } from '@tanstack/react-query'
import { pathwayHistory } from '../../contract/pathway/pathway.ts'
import { recordKinds, type RecordKindName } from '../../contract/records/kinds.ts'
import { call } from '../api.ts'

/** Keyed by version: when the record has moved on, its history is read again. */
export const historyQuery = (kind: RecordKindName | 'pathway', id: number, version: number) =>
  queryOptions({
    queryKey: ['history', kind, id, version],
    queryFn: () => call(kind === 'pathway' ? pathwayHistory : recordKinds[kind].calls.history, { id }),
    staleTime: 60_000,
  })
