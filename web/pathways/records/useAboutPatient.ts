import { useQuery } from '@tanstack/react-query'
import type { About } from '../../../contract/pathways/records/measureReading.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { lookupQuery } from '../../platform/calls/lookupQuery.ts'

/** What the readings of this person's measures depend on; without the list of genders those that need it are left out. */
export const useAboutPatient = (): About => {
  const { patient, measure } = usePathway()
  const { data: genders } = useQuery(lookupQuery('gender'))
  return {
    dateOfBirth: patient.dateOfBirth,
    genderCode: genders?.find(({ id }) => id === patient.genderId)?.code ?? null,
    all: measure,
  }
}
