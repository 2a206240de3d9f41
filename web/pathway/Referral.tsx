import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { referralForm, savePathway } from '../../contract/pathway/pathway.ts'
import { call } from '../api.ts'
import { forgetAfterSave, lookupQuery } from '../queries.ts'
import { ConflictNotice, useConflict } from '../records/ConflictNotice.tsx'
import { DateField } from '../ui/DateField.tsx'
import { CheckboxField, messageOf, SelectField } from '../ui/fields.tsx'
import { FormFrame } from '../ui/FormFrame.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { toast } from '../ui/Toast.tsx'
import { useZodForm } from '../ui/useZodForm.ts'
import { useShown } from './PathwayFrame.tsx'

/** A new referral (id 0), or the referral of a pathway. */
export const Referral = () => {
  const { patient, view } = useShown()
  const pathway = view?.pathway ?? null
  const navigate = useNavigate()
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID())
  const { data: referrers } = useQuery(lookupQuery('referrer'))
  const { data: methods } = useQuery(lookupQuery('method'))
  const conflict = useConflict(pathway?.version)
  const form = useZodForm(referralForm, {
    referralDate: pathway?.referralDate ?? '',
    referrerId: pathway?.referrerId == null ? '' : String(pathway.referrerId),
    referralMethodId: pathway?.referralMethodId == null ? '' : String(pathway.referralMethodId),
    secondReferral: false,
  })
  const asksAgain = messageOf(form, 'secondReferral') !== '' || form.getValues('secondReferral') === true
  return (
    <>
      <PageTitle>{pathway === null ? 'New referral' : 'Edit referral'}</PageTitle>
      <ConflictNotice conflict={conflict} />
      <FormFrame
        form={form}
        guarded
        className="sf-form"
        submit="Save"
        onSave={async (values) => {
          try {
            const { id } = await conflict.watch((version) =>
              call(
                savePathway,
                { ...values, id: pathway?.id ?? 0, version, patientId: patient.id },
                pathway === null ? { idempotencyKey } : {},
              ),
            )
            await forgetAfterSave()
            toast('Referral saved')
            await navigate({
              to: '/falls/pathway/view',
              search: { id, patientId: patient.id, section: 'referral' },
            })
          } finally {
            setKey(crypto.randomUUID())
          }
        }}
        actions={
          pathway === null ? (
            <Link to="/falls/patient/view" search={{ id: patient.id }} className="sf-cancel">
              Cancel
            </Link>
          ) : (
            <Link
              to="/falls/pathway/view"
              search={{ id: pathway.id, patientId: patient.id }}
              className="sf-cancel"
            >
              Cancel
            </Link>
          )
        }
      >
        <DateField form={form} name="referralDate" label="Referral date" />
        <SelectField
          form={form}
          name="referrerId"
          label="Referrer"
          options={referrers}
          current={{ id: pathway?.referrerId ?? null, name: pathway?.names.referrer ?? null }}
        />
        <SelectField
          form={form}
          name="referralMethodId"
          label="Referral method"
          options={methods}
          current={{ id: pathway?.referralMethodId ?? null, name: pathway?.names.referralMethod ?? null }}
        />
        {asksAgain && (
          <CheckboxField
            form={form}
            name="secondReferral"
            label="Record a second open referral for this patient"
          />
        )}
      </FormFrame>
    </>
  )
}
