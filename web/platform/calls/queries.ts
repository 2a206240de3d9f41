import { queryOptions } from '@tanstack/react-query'
import { queryClient } from './queryClient.ts'

/** Query key for the data of administration screens. All of it is read again after a save. */
export const keptKey = (...key: readonly (string | number)[]) => ['administration', ...key]

/** Query for the data of administration screens. It is read again each time, because others edit the same lists. */
export const keptQuery = <Reply>(key: readonly (string | number)[], read: () => Promise<Reply>) =>
  queryOptions({ queryKey: keptKey(...key), queryFn: read, staleTime: 0 })

/** Invalidates administration screens and every choice made from their lists, after an administrator's save. */
export const forgetAfterAdministration = async (): Promise<void> => {
  await Promise.all(
    ['administration', 'lookup'].map((queryKey) => queryClient.invalidateQueries({ queryKey: [queryKey] })),
  )
}

/** Invalidates what other screens show, after a save. */
export const forgetAfterSave = async (): Promise<void> => {
  await Promise.all(
    [
      'patient',
      'pathway',
      'workList',
      'counters',
      'owners',
      'today',
      'classes',
      'letters',
      'told',
      'differences',
    ].map((queryKey) => queryClient.invalidateQueries({ queryKey: [queryKey] })),
  )
}
