import { useState } from 'react'
import { ApiError } from '../../platform/calls/api.ts'
import { ConflictCallout } from '../../platform/ui/ConflictCallout.tsx'
import { Facts } from './Facts.tsx'
import { partFacts, type PartName } from './partFacts.ts'
import { usePatient } from '../frames/PatientFrame.tsx'
import type { PatientSave } from './usePatientSave.ts'

/** A save that came too late: shows who changed what and what is stored now, and the user chooses what to do (DU-3). */
export const PatientConflict = ({ part, saving }: { part: PartName; saving: PatientSave }) => {
  const stored = usePatient()
  const [failure, setFailure] = useState('')
  const { conflict, isMine, keepMine, takeTheirs } = saving
  if (conflict === null) return null
  const choose = async (choice: () => Promise<void>): Promise<void> => {
    try {
      await choice()
      setFailure('')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error.message)
    }
  }
  return (
    <ConflictCallout
      title="Somebody changed this patient while you were working"
      found={conflict}
      isMine={isMine}
      mine="The form below now shows the stored record with your changes on top. Check it, then save."
      keepMine={() => choose(keepMine)}
      takeStored={() => choose(takeTheirs)}
      failure={failure}
    >
      <p>Stored now:</p>
      <Facts rows={partFacts[part](stored)} />
    </ConflictCallout>
  )
}
