import { queryOptions } from '@tanstack/react-query'
import { getClinic, listClinics } from '../../../contract/care/clinics/clinic.ts'
import { clinicBookings, findSlots, slotCandidates } from '../../../contract/care/clinics/slot.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { call } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'

export const clinicsQuery = queryOptions({
  queryKey: ['clinics', 'all'],
  queryFn: () => call(listClinics, {}),
  staleTime: 0,
})

export const clinicQuery = (id: number) =>
  queryOptions({ queryKey: ['clinics', 'one', id], queryFn: () => call(getClinic, { id }), staleTime: 0 })

export const slotsQuery = (wanted: InputOf<typeof findSlots>) =>
  queryOptions({
    queryKey: ['clinics', 'slots', wanted],
    queryFn: () => call(findSlots, wanted),
    staleTime: 0,
  })

export const candidatesQuery = (id: number) =>
  queryOptions({
    queryKey: ['clinics', 'candidates', id],
    queryFn: () => call(slotCandidates, { id }),
    staleTime: 0,
  })

export const bookingsQuery = (id: number) =>
  queryOptions({
    queryKey: ['clinics', 'bookings', id],
    queryFn: () => call(clinicBookings, { id }),
    staleTime: 0,
  })

/** After a refusal: somebody else may have the slot now, so those that are shown are found again. */
export const findAgain = async (error: unknown): Promise<never> => {
  await queryClient.invalidateQueries({ queryKey: ['clinics'] })
  throw error
}
