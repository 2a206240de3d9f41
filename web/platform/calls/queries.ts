import { queryOptions } from '@tanstack/react-query'
import { queryClient } from './queryClient.ts'

/** Of what administration screens show; after a save all of it is read again. */
export const keptKey = (...key: readonly (string | number)[]) => ['administration', ...key]

/** What administration screens show: read again each time, since others keep the same lists. */
export const keptQuery = <Reply>(key: readonly (string | number)[], read: () => Promise<Reply>) =>
  queryOptions({ queryKey: keptKey(...key), queryFn: read, staleTime: 0 })

/** After a save of what administrators keep: their screens, and every choice made from it. */
export const forgetAfterAdministration = async (): Promise<void> => {
  await Promise.all(
    ['administration', 'lookup'].map((queryKey) => queryClient.invalidateQueries({ queryKey: [queryKey] })),
  )
}

/** After a save: what other screens show of it is read again. */
export const forgetAfterSave = async (): Promise<void> => {
  await Promise.all(
    ['patient', 'pathway', 'workList', 'counters', 'owners', 'today', 'classes', 'letters'].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey: [queryKey] }),
    ),
  )
}
