import type { InputOf } from '../../contract/endpoint.ts'
import { savePatient, type PatientView } from '../../contract/patient.ts'
import { call } from '../api.ts'
import { forgetAfterSave } from '../queries.ts'
import { toast } from '../ui/Toast.tsx'

/** Saves one screen's fields of a patient: what the save always demands goes along as it was read, under its version. */
export const savePart = async (
  patient: PatientView,
  part: Partial<InputOf<typeof savePatient>>,
): Promise<void> => {
  const { id, version, familyName, genderId, nhsNumber, nhsNumberUnknown } = patient
  await call(savePatient, { id, version, familyName, genderId, nhsNumber, nhsNumberUnknown, ...part })
  await forgetAfterSave()
  toast('Saved')
}
