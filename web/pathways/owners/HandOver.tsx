import { useState } from 'react'
import { handOver, handOverForm, type Caseloads } from '../../../contract/pathways/owner.ts'
import { unowned } from '../../../contract/pathways/unowned.ts'
import { ApiError, call } from '../../platform/calls/api.ts'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { SelectField } from '../../platform/ui/SelectField.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { useConfirm } from '../../platform/ui/useConfirm.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { clinicianChoices } from './clinicianChoices.ts'
import { ownedInWords } from '../../../contract/pathways/ownedInWords.ts'

interface HandOverProps {
  from: Caseloads['caseloads'][number]
  counts: Caseloads
}

/** Gives everything that a clinician owns to another, in one step. */
export const HandOver = ({ from, counts }: HandOverProps) => {
  const [isOpen, setOpen] = useState(!from.isInService)
  if (isOpen) return <HandOverForm from={from} counts={counts} />
  return (
    <p>
      <button type="button" className="sf-button" onClick={() => setOpen(true)}>
        Hand over all
      </button>
    </p>
  )
}

const HandOverForm = ({ from, counts }: HandOverProps) => {
  const form = useZodForm(handOverForm, { toClinicianId: '' })
  const { ask, dialog } = useConfirm()
  const { clinicianId, name } = from
  return (
    <>
      <FormFrame
        form={form}
        className="sf-form"
        submit="Hand over all"
        onSave={async ({ toClinicianId = null }) => {
          const to = counts.caseloads.find((each) => each.clinicianId === toClinicianId)?.name ?? unowned
          const isSure = await ask({
            title: `Hand over ${ownedInWords(from)}?`,
            confirm: 'Yes, hand over all',
            says: (
              <p>
                From {name} to {to}, all at once.
              </p>
            ),
          })
          if (!isSure) throw new ApiError(0, 'Nothing was handed over.')
          const done = await call(handOver, { clinicianId, toClinicianId })
          await forgetAfterSave()
          toast(`${ownedInWords(done)} handed over to ${to}. ${done.left} left.`)
        }}
      >
        <SelectField
          form={form}
          name="toClinicianId"
          label={`Hand over all of ${name} to`}
          options={clinicianChoices(counts, clinicianId)}
          optional={`Nobody: they go to ${unowned}`}
        />
      </FormFrame>
      {dialog}
    </>
  )
}
