import { queryOptions } from '@tanstack/react-query'
import { getPathway } from '../../../contract/pathways/referral/pathway.ts'
import { getPatient } from '../../../contract/patients/patient.ts'
import { call } from './api.ts'

export const patientQuery = (id: number) =>
  queryOptions({ queryKey: ['patient', id], queryFn: () => call(getPatient, { id }), staleTime: 0 })

/** @param patientId the patient that the pathway must belong to; 0 if only the pathway is known */
export const pathwayQuery = (id: number, patientId: number) =>
  queryOptions({
    queryKey: ['pathway', id, patientId],
    queryFn: () => call(getPathway, patientId === 0 ? { id } : { id, patientId }),
    staleTime: 0,
  })
