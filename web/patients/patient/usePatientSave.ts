import { useState } from 'react'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { savePatient, type PatientView } from '../../../contract/patients/patient.ts'
import { call } from '../../platform/calls/api.ts'
import { patientQuery } from '../../platform/calls/patientQueries.ts'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'
import { conflictIn, type FoundConflict } from '../../platform/ui/ConflictCallout.tsx'
import { toast } from '../../platform/ui/Toast.tsx'

export interface PatientSave {
  /** The patient that the form started with, or that the user chose to save over. */
  base: PatientView
  /** Runs a save over the base. Notifies the user when it is done, and keeps a conflict to show it. */
  save: (over: (base: PatientView) => Promise<unknown>) => Promise<void>
  conflict: FoundConflict | null
  /** The user has seen what others changed and continues with what is typed here. */
  isMine: boolean
  keepMine: () => Promise<void>
  takeTheirs: () => Promise<void>
}

/**
 * Saving on the screens of one patient. A background refetch must not put a newer version under what was typed. So a
 * form saves over the patient it started with, until the user decides otherwise (DU-3).
 */
export const usePatientSave = (
  patient: PatientView,
  /** Puts the stored values into the form: around what was typed, or in place of it. */
  bringIn: (stored: PatientView, keepTyped: boolean) => void,
): PatientSave => {
  const [base, setBase] = useState(patient)
  const [conflict, setConflict] = useState<PatientSave['conflict']>(null)
  const [isMine, setMine] = useState(false)
  const query = patientQuery(patient.id)
  const goOn = async (keepTyped: boolean): Promise<void> => {
    const stored = await queryClient.fetchQuery(query)
    bringIn(stored, keepTyped)
    setBase(stored)
    setMine(keepTyped)
    if (!keepTyped) setConflict(null)
  }
  return {
    base,
    conflict,
    isMine,
    save: async (over) => {
      try {
        await over(base)
      } catch (error) {
        const found = conflictIn(error)
        if (found !== null) {
          setConflict(found)
          setMine(false)
          await queryClient.invalidateQueries({ queryKey: query.queryKey })
        }
        throw error
      }
      await forgetAfterSave()
      toast('Saved')
    },
    keepMine: () => goOn(true),
    takeTheirs: () => goOn(false),
  }
}

/**
 * Saves the fields of one screen of a patient. The fields that every save requires are sent as they were read, with
 * their version.
 */
export const savePart = (
  { id, version, familyName, genderId, nhsNumber, nhsNumberUnknown }: PatientView,
  part: Partial<InputOf<typeof savePatient>>,
): Promise<unknown> =>
  call(savePatient, { id, version, familyName, genderId, nhsNumber, nhsNumberUnknown, ...part })
