import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { referralForm, savePathway } from '../../../contract/pathways/referral/pathway.ts'
import { prePathwayCheck } from '../../../contract/patients/patient.ts'
import { ApiError, call } from '../../platform/calls/api.ts'
import { ReferralFields } from '../../pathways/referral/ReferralFields.tsx'
import { MissingForReferral } from '../../patients/patient/MissingForReferral.tsx'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { CancelLink } from '../../platform/ui/CancelLink.tsx'
import { StoredForm } from '../../platform/ui/StoredForm.tsx'
import { NextStep } from '../../pathways/records/NextStep.tsx'
import { CheckboxField } from '../../platform/ui/CheckboxField.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { ConfirmField } from '../../platform/ui/ConfirmField.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { useShown } from '../../patients/frames/PathwayFrame.tsx'

/** A new referral (id 0), or the referral of a pathway. */
export const Referral = () => {
  const { patient, view } = useShown()
  const pathway = view?.pathway ?? null
  const navigate = useNavigate()
  const backTo = (id: number) =>
    navigate({
      to: '/falls/pathway/view',
      search: { id, patientId: patient.id, section: 'referral' },
      replace: true,
    })
  const form = useZodForm(referralForm, {
    referralDate: pathway?.referralDate ?? '',
    receivedDate: pathway?.receivedDate ?? '',
    referrerId: pathway?.referrerId == null ? '' : String(pathway.referrerId),
    referralMethodId: pathway?.referralMethodId == null ? '' : String(pathway.referralMethodId),
    ubrn: pathway?.ubrn ?? '',
    secondReferral: false,
    afterDeathConfirmed: false,
    unusualConfirmed: false,
  })
  const [hasDied, setHasDied] = useState(false)
  const missing = pathway === null ? prePathwayCheck(patient) : []
  // Also shown if the user opens the address directly (decision 26), but never in place of what the user has typed.
  if (missing.length > 0 && !form.formState.isDirty)
    return (
      <>
        <PageTitle>New referral</PageTitle>
        <MissingForReferral patientId={patient.id} missing={missing} />
      </>
    )
  return (
    <>
      <PageTitle>{pathway === null ? 'New referral' : 'Edit referral'}</PageTitle>
      <StoredForm
        form={form}
        version={pathway?.version}
        kind="pathway"
        id={pathway?.id}
        leave={() => forgetAfterSave().then(() => backTo(pathway?.id ?? 0))}
        save={(values, version, options) =>
          call(
            savePathway,
            { ...values, patientId: patient.id, id: pathway?.id ?? 0, version },
            options,
          ).catch((error: unknown) => {
            if (pathway === null && error instanceof ApiError && error.problem?.code === 'patient-died')
              setHasDied(true)
            throw error
          })
        }
        done={async ({ id }) => {
          await forgetAfterSave()
          toast('Referral saved', <NextStep pathwayId={id} patientId={patient.id} />)
          await backTo(id)
        }}
        actions={
          pathway === null ? (
            <CancelLink to="/falls/patient/view" search={{ id: patient.id }} />
          ) : (
            <CancelLink to="/falls/pathway/view" search={{ id: pathway.id, patientId: patient.id }} />
          )
        }
      >
        <ReferralFields form={form} stored={pathway} />
        <ConfirmField form={form} name="unusualConfirmed" />
        {hasDied && (
          <CheckboxField
            form={form}
            name="afterDeathConfirmed"
            label="Record the referral although the patient has died"
          />
        )}
        <ConfirmField
          form={form}
          name="secondReferral"
          label="Record a second open referral for this patient"
        />
      </StoredForm>
    </>
  )
}
