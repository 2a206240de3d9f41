import { useQuery } from '@tanstack/react-query'
import type { About } from '../../../contract/pathways/records/measureReading.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { lookupQuery } from '../../platform/calls/lookupQuery.ts'

/**
 * The facts that the interpretation of this person's measures depends on. Interpretations that need the gender are
 * omitted until the list of genders is loaded.
 */
export const useAboutPatient = (): About => {
  const { patient, measure } = usePathway()
  const { data: genders } = useQuery(lookupQuery('gender'))
  return {
    dateOfBirth: patient.dateOfBirth,
    genderCode: genders?.find(({ id }) => id === patient.genderId)?.code ?? null,
    all: measure,
  }
}
