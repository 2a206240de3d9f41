import { queryOptions } from '@tanstack/react-query'
import { getSafetyNets } from '../../../contract/patients/flags/safetyNets.ts'
import { call } from '../../platform/calls/api.ts'

/** The key is under the patient, so that it is read again after every save (web/platform/calls/queries.ts). */
export const safetyNetsQuery = (patientId: number) =>
  queryOptions({
    queryKey: ['patient', patientId, 'safetyNets'],
    queryFn: () => call(getSafetyNets, { patientId }),
    staleTime: 0,
  })
