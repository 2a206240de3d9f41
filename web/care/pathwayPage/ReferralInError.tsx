import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { referralInError } from '../../../contract/governance/inError.ts'
import { call } from '../../platform/calls/api.ts'
import { InErrorForm } from '../../patients/frames/InErrorForm.tsx'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { CancelLink } from '../../platform/ui/CancelLink.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { usePatientName } from './usePatientName.ts'

/** Deactivates a referral that has no records. */
export const ReferralInError = () => {
  const { pathway, patient } = usePathway()
  const navigate = useNavigate()
  const name = usePatientName()
  // Keep the version from when the screen opened, so that a refetch does not swap in a newer version after the reason
  // was typed.
  const [{ id, version }] = useState(pathway)
  return (
    <InErrorForm
      title="Referral registered in error"
      note={
        <p>
          The referral of {name} of {formatDate(pathway.referralDate)} leaves lists, counters and reports, as
          if it had never been recorded. A Team Lead can put it back. A real referral that goes no further is
          cancelled or discharged instead.
        </p>
      }
      save={async (reason) => {
        await call(referralInError, { id, patientId: patient.id, version, reason })
        toast('The referral was taken out of use')
        await navigate({ to: '/falls/patient/view', search: { id: patient.id } })
        await forgetAfterSave()
      }}
      cancel={
        <CancelLink
          to="/falls/pathway/view"
          search={{ id: pathway.id, patientId: patient.id, section: 'closing' }}
        />
      }
    />
  )
}
