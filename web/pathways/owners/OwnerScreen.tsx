import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { CancelLink } from '../../platform/ui/CancelLink.tsx'
import { Fields } from '../../platform/ui/DescribedFields.tsx'
import { labels } from '../../../contract/platform/words/labels.ts'
import { assignForm, assignOwner, type Owner } from '../../../contract/pathways/owner.ts'
import { call } from '../../platform/calls/api.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { idText } from '../../platform/ui/idText.ts'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { caseloadsQuery, ownerQuery } from './ownerQueries.ts'
import { clinicianChoices } from './clinicianChoices.ts'

/** Gives the referral to an owner and a team. */
export const OwnerScreen = () => {
  const { pathway } = usePathway()
  const { data: owner, error, refetch } = useQuery(ownerQuery(pathway.id))
  if (owner === undefined) return <LoadingOrFailed what="owner" error={error} refetch={refetch} />
  return <OwnerForm owner={owner} />
}

const OwnerForm = ({ owner: read }: { owner: Owner }) => {
  const { pathway, patient } = usePathway()
  const navigate = useNavigate()
  // The owner as it was when the form opened, so that a refetch in the background does not overwrite the user's choice.
  const [owner] = useState(read)
  const { data: counts } = useQuery(caseloadsQuery)
  const clinicians = clinicianChoices(counts)
  const form = useZodForm(assignForm, { clinicianId: idText(owner.ownerId), teamId: idText(owner.teamId) })
  const back = { id: pathway.id, patientId: patient.id, section: 'owner' }
  const leave = async (said: string): Promise<void> => {
    await forgetAfterSave()
    toast(said)
    await navigate({ to: '/falls/pathway/view', search: back, replace: true })
  }
  return (
    <>
      <PageTitle>Owner</PageTitle>
      <p className="sf-purpose">Who is responsible for this referral: {owner.owner ?? 'nobody yet'}.</p>
      <FormFrame
        form={form}
        guarded
        className="sf-form"
        submit="Save"
        onSave={async ({ clinicianId, teamId }) => {
          const input = { pathwayIds: [pathway.id], clinicianId, teamId, from: owner.ownerId }
          await call(assignOwner, input)
          await leave('Owner saved')
        }}
        actions={<CancelLink to="/falls/pathway/view" search={back} />}
      >
        <Fields
          form={form}
          labels={labels.pathwayOwner}
          record={{
            clinicianId: owner.ownerId,
            teamId: owner.teamId,
            names: { clinician: owner.owner, team: owner.team },
          }}
          fields={[
            { select: 'clinicianId', hint: 'With how many open referrals each has', options: clinicians },
            { lookup: 'teamId', of: 'team', isOptional: true, unset: 'The first team of the list' },
          ]}
        />
      </FormFrame>
    </>
  )
}
