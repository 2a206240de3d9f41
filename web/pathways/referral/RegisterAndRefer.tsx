import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import { createReferral } from '../../../contract/pathways/referral/pathway.ts'
import { call } from '../../platform/calls/api.ts'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { NextStep } from '../records/NextStep.tsx'
import { useTyped } from '../../patients/search/typedPerson.ts'
import { CancelLink } from '../../platform/ui/CancelLink.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { useCreateKey } from '../../platform/ui/useCreateKey.ts'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { Trace } from '../../patients/pds/Trace.tsx'
import { useTraced } from '../../patients/pds/useTraced.ts'
import { DuplicatesOr, type TypedPerson } from '../../patients/patient/Duplicates.tsx'
import { GpField } from '../../patients/patient/GpField.tsx'
import { ReferralFields } from './ReferralFields.tsx'
import { RegisterBlocks } from './RegisterBlocks.tsx'
import { nothingTyped, registerAndReferForm } from './registerAndRefer.ts'
import { useDuplicates } from '../../patients/patient/useDuplicates.ts'

/**
 * Registers a patient and records the referral on one page, in one transaction; required fields come first. On a wide
 * screen the left column has the required fields and the right column the optional ones, so that Tab goes down the left
 * column first.
 */
export const RegisterAndRefer = () => {
  const navigate = useNavigate()
  const frame = useRef<HTMLFormElement>(null)
  const duplicates = useDuplicates(frame)
  const create = useCreateKey()
  const traced = useTraced()
  const typed = useTyped()
  const patient = { ...nothingTyped.patient, ...typed.person, ...typed.contact }
  const form = useZodForm(registerAndReferForm, { ...nothingTyped, patient })
  return (
    <>
      <PageTitle>Register and refer</PageTitle>
      <DuplicatesOr check={duplicates} typed={() => form.getValues('patient') as TypedPerson}>
        <FormFrame
          form={form}
          ref={frame}
          guarded
          className="sf-form sf-register-form"
          submit="Register and refer"
          actions={<CancelLink to="/falls" />}
          onSave={async ({ patient, nextOfKin, referral }) => {
            const { id, patientId } = await duplicates.watch((notDuplicateOf) => {
              const input: InputOf<typeof createReferral> = {
                patient: { ...patient, id: 0, notDuplicateOf, pdsTraceId: traced.traceId },
                nextOfKin,
                referral,
              }
              return create((options) => call(createReferral, input, options))
            })
            await forgetAfterSave()
            toast('Patient registered and referred', <NextStep pathwayId={id} patientId={patientId} />)
            await navigate({ to: '/falls/pathway/view', search: { id, patientId }, replace: true })
          }}
        >
          <p className="sf-quiet">
            Patient and referral are saved together, or not at all. Address, contact and next of kin may be
            left empty and recorded later.
          </p>
          <RegisterBlocks
            form={form}
            names={typed.names}
            belowNumber={<Trace form={form} within="patient." traced={traced} />}
            gp={
              <GpField
                key={traced.filled}
                begins={traced.practice}
                form={form}
                within="patient."
                label={labels.patient.registeredGP}
                hint="Any word of its name, its code or postcode: type two letters or more, then choose from the list."
              />
            }
            referral={<ReferralFields form={form} within="referral." />}
          />
        </FormFrame>
      </DuplicatesOr>
    </>
  )
}
