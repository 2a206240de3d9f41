import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Fields } from '../../platform/ui/DescribedFields.tsx'
import { ConfirmField } from '../../platform/ui/ConfirmField.tsx'
import { labels } from '../../../contract/platform/words/labels.ts'
import { cancelForm, cancelReferral, reinstateReferral } from '../../../contract/pathways/referral/pathway.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { z } from 'zod'
import { call } from '../../platform/calls/api.ts'
import { lookupQuery } from '../../platform/calls/lookupQuery.ts'
import { DeathFields, deathOf, useSaysDied } from '../../pathways/records/DeathFields.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { idText } from '../../platform/ui/idText.ts'
import { BookedQuestion, useBookedDefault, useBookedIds, useLetterOfCancelled } from './BookedQuestion.tsx'
import { PartForm } from './PartForm.tsx'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { useSession } from '../../platform/session/session.ts'
import { useDone } from './parts.ts'
import { usePatientName } from './usePatientName.ts'

/** Cancels the referral. The same form corrects an existing cancellation. */
export const Cancel = () => {
  const { pathway } = usePathway()
  const { data: reasons } = useQuery(lookupQuery('declinedReferral'))
  const name = usePatientName()
  const demands = useSession()?.profile?.settings.declineDemands === true
  const form = useZodForm(cancelForm(demands), {
    cancelReferralDate: pathway.cancelReferralDate ?? '',
    declinedReferralId: idText(pathway.declinedReferralId),
    teamMemberId: idText(pathway.teamMemberId),
    deceasedDate: '',
    deathBeforeRecordsConfirmed: false,
    openPlansConfirmed: false,
    bookedAppointments: useBookedDefault(),
  })
  const toLetter = useLetterOfCancelled()
  const done = useDone()
  const bookedIds = useBookedIds()
  const isDeath = useSaysDied(form, { declinedReferralId: reasons })
  const isCorrection = pathway.cancelReferralDate !== null
  return (
    <PartForm
      title={isCorrection ? 'Edit cancellation' : 'Cancel referral'}
      section="closing"
      submit={isCorrection ? 'Save' : 'Cancel the referral'}
      leaves={isCorrection ? 'Go back without saving' : 'Keep the referral'}
      said={isCorrection ? 'Cancellation saved' : 'Referral cancelled'}
      form={form}
      next={({ bookedAppointments }, said) => {
        const isBegun = demands && !isCorrection && !isDeath
        const words = isBegun ? `${said}. The letter of decline is started: sign and send it` : said
        if (bookedAppointments === 'letter') return toLetter(words)
        return isBegun && done(words, 'letters')
      }}
      save={(values, version) =>
        call(cancelReferral, {
          id: pathway.id,
          patientId: pathway.patientId,
          version,
          ...deathOf(values, isDeath),
          ...(bookedIds.length > 0 && { bookedIds }),
        })
      }
      note={
        !isCorrection && (
          <p>
            The referral of {name} leaves every work list. It can be reinstated.
            {demands && !isDeath && ' The letter of decline is started with it.'}
          </p>
        )
      }
    >
      <Fields
        form={form}
        labels={labels.pathway}
        record={pathway}
        fields={[
          { day: 'cancelReferralDate' },
          { lookup: 'declinedReferralId', of: 'declinedReferral', isOptional: !demands },
          { lookup: 'teamMemberId', of: 'teamMember', isOptional: true },
        ]}
      />
      {!isCorrection && <BookedQuestion form={form} />}
      {isDeath && <DeathFields form={form} />}
      <ConfirmField form={form} name="openPlansConfirmed" label="Cancel the referral all the same" />
    </PartForm>
  )
}

/** Reinstates the referral. */
export const Reinstate = () => {
  const { pathway } = usePathway()
  // Keep the state from when the screen opened. After saving the referral is no longer cancelled, but this screen
  // stays until the next one is shown.
  const [isCancelled] = useState(pathway.cancelReferralDate !== null)
  return isCancelled ? <ReinstateForm /> : <NotCancelled />
}

const NotCancelled = () => {
  const { pathway, patient } = usePathway()
  const name = usePatientName()
  return (
    <>
      <PageTitle>Reinstate referral</PageTitle>
      <p>The referral of {name} is not cancelled, so there is nothing to reinstate.</p>
      <p>
        <Link to="/falls/pathway/view" search={{ id: pathway.id, patientId: patient.id, section: 'closing' }}>
          Go back to the pathway
        </Link>
      </p>
    </>
  )
}

const ReinstateForm = () => {
  const { pathway } = usePathway()
  const name = usePatientName()
  const form = useZodForm(z.object({}), {})
  return (
    <PartForm
      title="Reinstate referral"
      section="referral"
      submit="Reinstate the referral"
      leaves="Leave it cancelled"
      said="Referral reinstated"
      form={form}
      save={(_values, version) =>
        call(reinstateReferral, { id: pathway.id, patientId: pathway.patientId, version })
      }
    >
      <p>
        The referral of {name} was cancelled on {formatDate(pathway.cancelReferralDate)}
        {pathway.names.declinedReferral !== null && `: ${pathway.names.declinedReferral}`}. When reinstated,
        it goes back to the work list that its records imply.
      </p>
    </PartForm>
  )
}
