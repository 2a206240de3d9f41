import { WarningCallout } from 'nhsuk-react-components'
import { useState } from 'react'
import { formatDateTime } from '../../contract/format.ts'
import { ApiError } from '../api.ts'
import { WorkButton } from '../ui/WorkButton.tsx'
import { Facts } from './Facts.tsx'
import { partFacts, type PartName } from './partFacts.ts'
import { usePatient } from '../frames/PatientFrame.tsx'
import type { PatientSave } from './usePatientSave.ts'

/** A save that came too late: who changed what, what is stored now, and the choice of what to do about it (DU-3). */
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
    <WarningCallout className="sf-conflict">
      <WarningCallout.Heading headingLevel="h2">
        Somebody changed this patient while you were working
      </WarningCallout.Heading>
      <ul>
        {conflict.changes.map((change) => (
          <li key={change.at}>
            {change.by}, {formatDateTime(change.at)}: {change.fields.join(', ')}
          </li>
        ))}
      </ul>
      <p>Stored now:</p>
      <Facts rows={partFacts[part](stored)} />
      {isMine ? (
        <p role="status">
          The form below now has what is stored, and over it what you typed. Check it, then save.
        </p>
      ) : (
        <>
          <p>What you typed is still in the form below. None of it is saved yet.</p>
          <div className="sf-actions">
            <WorkButton look="secondary" work={() => choose(keepMine)}>
              Keep what I typed
            </WorkButton>
            <WorkButton look="secondary" work={() => choose(takeTheirs)}>
              Use what is stored
            </WorkButton>
          </div>
        </>
      )}
      {failure !== '' && <p role="alert">{failure}</p>}
    </WarningCallout>
  )
}
