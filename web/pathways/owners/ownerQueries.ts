import { queryOptions } from '@tanstack/react-query'
import { caseloads, getOwner, ownedReferrals } from '../../../contract/pathways/owner.ts'
import { call } from '../../platform/calls/api.ts'

export const ownerQuery = (pathwayId: number) =>
  queryOptions({
    queryKey: ['owners', 'of', pathwayId],
    queryFn: () => call(getOwner, { pathwayId }),
    staleTime: 0,
  })

export const caseloadsQuery = queryOptions({
  queryKey: ['owners', 'caseloads'],
  queryFn: () => call(caseloads, {}),
  staleTime: 0,
})

/** @param clinicianId undefined: the referrals in Unowned */
export const ownedQuery = (clinicianId: number | undefined) =>
  queryOptions({
    queryKey: ['owners', 'referrals', clinicianId ?? 0],
    queryFn: () => call(ownedReferrals, clinicianId === undefined ? {} : { clinicianId }),
    staleTime: 0,
  })
