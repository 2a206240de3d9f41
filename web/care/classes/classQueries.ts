import { queryOptions } from '@tanstack/react-query'
import { getBankHolidays } from '../../../contract/care/appointments/holidays.ts'
import { getClass, listClasses } from '../../../contract/care/classes/class.ts'
import { classesOfPathway, classPeople } from '../../../contract/care/classes/place.ts'
import { getRegister } from '../../../contract/care/classes/register.ts'
import { call } from '../../platform/calls/api.ts'

export const classesQuery = queryOptions({
  queryKey: ['classes', 'all'],
  queryFn: () => call(listClasses, {}),
  staleTime: 0,
})

export const classQuery = (id: number) =>
  queryOptions({ queryKey: ['classes', 'one', id], queryFn: () => call(getClass, { id }), staleTime: 0 })

export const peopleQuery = (id: number) =>
  queryOptions({
    queryKey: ['classes', 'people', id],
    queryFn: () => call(classPeople, { id }),
    staleTime: 0,
  })

export const classesOfPathwayQuery = (pathwayId: number) =>
  queryOptions({
    queryKey: ['classes', 'pathway', pathwayId],
    queryFn: () => call(classesOfPathway, { pathwayId }),
    staleTime: 0,
  })

export const registerQuery = (id: number) =>
  queryOptions({
    queryKey: ['classes', 'register', id],
    queryFn: () => call(getRegister, { id }),
    staleTime: 0,
  })

export const holidaysQuery = (from: string, until: string) =>
  queryOptions({
    queryKey: ['classes', 'holidays', from, until],
    queryFn: () => call(getBankHolidays, { from, until }),
    staleTime: Infinity,
  })
