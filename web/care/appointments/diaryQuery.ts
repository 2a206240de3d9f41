import { queryOptions } from '@tanstack/react-query'
import { getCalendarFeed } from '../../../contract/care/appointments/calendarFeed.ts'
import { daysOfView, getDiary, type DiaryView } from '../../../contract/care/appointments/diary.ts'
import { call } from '../../platform/calls/api.ts'

export interface Shown {
  view: DiaryView
  day: string
  /** One of the two is set, the other is 0. With neither there is nothing to show. */
  clinician: number
  place: number
}

export const diaryQuery = ({ view, day, clinician, place }: Shown) => {
  const days = daysOfView(view, day)
  const from = days[0] ?? day
  const whose = place === 0 ? { clinicianId: clinician } : { locationId: place }
  return queryOptions({
    queryKey: ['diary', from, days.length, whose],
    queryFn: () => call(getDiary, { from, days: days.length, ...whose }),
    staleTime: 0,
    enabled: clinician !== 0 || place !== 0,
  })
}

export const calendarFeedQuery = queryOptions({
  queryKey: ['calendarFeed'],
  queryFn: () => call(getCalendarFeed, {}),
  staleTime: 0,
})
