import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Fields } from '../../platform/ui/DescribedFields.tsx'
import { ConfirmField } from '../../platform/ui/ConfirmField.tsx'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import { dischargeForm } from '../../../contract/pathways/referral/pathway.ts'
import { lookupQuery } from '../../platform/calls/lookupQuery.ts'
import { DeathFields, deathOf, useSaysDied } from '../../pathways/records/DeathFields.tsx'
import { useMay } from '../../platform/session/session.ts'
import { ConfirmDialog } from '../../platform/ui/ConfirmDialog.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { idText } from '../../platform/ui/idText.ts'
import { BookedQuestion, useBookedDefault, useBookedIds, useLetterOfCancelled } from './BookedQuestion.tsx'
import { PartForm } from './PartForm.tsx'
import { savePart, useDone } from './parts.ts'
import { UnfinishedNotice } from './UnfinishedNotice.tsx'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { usePatientName } from './usePatientName.ts'
import { VulnerabilityQuestion } from './VulnerabilityQuestion.tsx'
import { useAttempt } from '../../platform/ui/useAttempt.tsx'

/** Discharges the patient from this pathway, or corrects the discharge. A Team Lead can reopen the referral. */
export const Discharge = () => {
  const { pathway } = usePathway()
  const { data: reasons } = useQuery(lookupQuery('dischargeReason'))
  const { data: destinations } = useQuery(lookupQuery('dischargedTo'))
  const name = usePatientName()
  const form = useZodForm(dischargeForm, {
    dischargeDate: pathway.dischargeDate ?? '',
    dischargeReasonId: idText(pathway.dischargeReasonId),
    dischargeClinicianId: idText(pathway.dischargeClinicianId),
    dischargedTo: idText(pathway.dischargedTo),
    vulnerability: pathway.vulnerability ?? '',
    vulnerabilityNote: pathway.vulnerabilityNote ?? '',
    deceasedDate: '',
    deathBeforeRecordsConfirmed: false,
    openPlansConfirmed: false,
    bookedAppointments: useBookedDefault(),
  })
  const toLetter = useLetterOfCancelled()
  const bookedIds = useBookedIds()
  const isDeath = useSaysDied(form, { dischargeReasonId: reasons, dischargedTo: destinations })
  const isDischarged = pathway.dischargeDate !== null
  return (
    <>
      <PartForm
        title={isDischarged ? 'Edit discharge' : 'Discharge'}
        section="closing"
        submit={isDischarged ? 'Save' : 'Discharge'}
        said="Discharge saved"
        form={form}
        next={({ bookedAppointments }, said) => bookedAppointments === 'letter' && toLetter(said)}
        save={(values, version) =>
          savePart(pathway, version, {
            ...deathOf(values, isDeath),
            ...(bookedIds.length > 0 && { bookedIds }),
          })
        }
        note={
          !isDischarged && (
            <>
              <p>Closes this referral of {name}.</p>
              <UnfinishedNotice />
            </>
          )
        }
      >
        <Fields
          form={form}
          labels={labels.pathway}
          record={pathway}
          fields={[
            { day: 'dischargeDate' },
            { lookup: 'dischargeReasonId', of: 'dischargeReason', isOptional: true },
            { lookup: 'dischargeClinicianId', of: 'clinician', isOptional: true },
            { lookup: 'dischargedTo', of: 'dischargedTo', isOptional: true },
          ]}
        />
        <VulnerabilityQuestion form={form} />
        {!isDischarged && <BookedQuestion form={form} />}
        {isDeath && <DeathFields form={form} />}
        <ConfirmField form={form} name="openPlansConfirmed" label="Discharge all the same" />
      </PartForm>
      {isDischarged && <Reopen />}
    </>
  )
}

const Reopen = () => {
  const { pathway } = usePathway()
  const may = useMay('pathway.reopen')
  const name = usePatientName()
  const done = useDone()
  const [isAsking, setAsking] = useState(false)
  const { problem, attempt } = useAttempt()
  if (!may) return null
  const reopen = async (): Promise<void> => {
    const isDone = await attempt(async () => {
      await savePart(pathway, pathway.version, { dischargeDate: null })
      await done('Referral reopened', 'referral')
    })
    if (!isDone) setAsking(false)
  }
  return (
    <>
      {problem}
      <button type="button" className="sf-button" onClick={() => setAsking(true)}>
        Reopen this referral
      </button>
      {isAsking && (
        <ConfirmDialog
          title="Reopen this referral?"
          confirm="Yes, reopen it"
          onCancel={() => setAsking(false)}
          onConfirm={reopen}
        >
          <p>
            {name} was discharged on {formatDate(pathway.dischargeDate)}. When reopened, the referral goes
            back to the work list that its records imply.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
