import { formatName } from '../../../contract/platform/words/format.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'

/** The patient's name, repeated wherever the user is about to take an important action (CS-1). */
export const usePatientName = (): string => {
  const { patient } = usePathway()
  return formatName({ ...patient, namePrefix: patient.names.namePrefix })
}
