import { queryOptions } from '@tanstack/react-query'
import { getFallsCalendar } from '../../../contract/care/fallsCalendar/calendar.ts'
import { call } from '../../platform/calls/api.ts'

export const fallsCalendarQuery = (pathwayId: number) =>
  queryOptions({
    queryKey: ['fallsCalendar', pathwayId],
    queryFn: () => call(getFallsCalendar, { pathwayId }),
    staleTime: 0,
  })
