import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { formatName } from '../../../contract/platform/words/format.ts'
import { patientInError } from '../../../contract/governance/inError.ts'
import { call } from '../../platform/calls/api.ts'
import { InErrorForm } from '../frames/InErrorForm.tsx'
import { usePatient } from '../frames/PatientFrame.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { CancelToPatient } from './CancelToPatient.tsx'

/** Deactivates a patient without referrals. */
export const PatientInError = () => {
  const patient = usePatient()
  const navigate = useNavigate()
  // As opened: a background refetch must not put a newer version under the reason.
  const [{ id, version }] = useState(patient)
  const name = formatName({ ...patient, namePrefix: patient.names.namePrefix })
  return (
    <InErrorForm
      title="Patient registered in error"
      note={
        <>
          <p>
            {name} leaves all searches. A Team Lead can put the record back. If the person is registered
            twice, do not do this: a Team Lead merges the two records, so that nothing is lost.
          </p>
          {patient.pathways.length > 0 && (
            <p className="sf-moved">
              This patient has a referral, so the record cannot be taken out of use. If the referral was
              registered in error too, say so{' '}
              <Link to="/falls/patient/view" search={{ id }}>
                there
              </Link>{' '}
              first.
            </p>
          )}
        </>
      }
      save={async (reason) => {
        await call(patientInError, { id, version, reason })
        toast('The patient was taken out of use')
        await navigate({ to: '/falls/referral-search' })
      }}
      cancel={<CancelToPatient section="referrals" />}
    />
  )
}
