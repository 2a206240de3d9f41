import { queryOptions } from '@tanstack/react-query'
import { tasksOfPathway } from '../../../contract/pathways/task.ts'
import { getToday } from '../../../contract/pathways/today.ts'
import { call } from '../../platform/calls/api.ts'

export const tasksQuery = (pathwayId: number) =>
  queryOptions({
    queryKey: ['today', 'tasks', pathwayId],
    queryFn: () => call(tasksOfPathway, { pathwayId }),
    staleTime: 0,
  })

export const todayQuery = queryOptions({
  queryKey: ['today', 'mine'],
  queryFn: () => call(getToday, {}),
  refetchOnWindowFocus: 'always',
  refetchInterval: 5 * 60_000,
  staleTime: 0,
})
