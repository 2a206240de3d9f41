import { useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import { bookedAhead, bookedAnswers, type BookedAnswer } from '../../../contract/pathways/referral/booked.ts'
import { appointmentTypeTitle, timesInWords } from '../../../contract/pathways/records/appointment.ts'
import { londonClock } from '../../../contract/platform/dates/wallTime.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { useAppointmentLetter } from '../letters/useAppointmentLetter.ts'
import { useMay } from '../../platform/session/session.ts'
import { ChoiceField } from '../../platform/ui/ChoiceField.tsx'

/**
 * Empty if the referral is closed or the user may not cancel appointments. In that case the server asks about the
 * booked appointments on saving.
 */
const useBookedAhead = () => {
  const [now] = useState(() => londonClock(Date.now()))
  const { appointment, stage } = usePathway()
  const mayCancel = useMay('clinical.write')
  return stage.open && mayCancel ? bookedAhead(appointment, now) : []
}

/** Ids of the appointments that the question lists. */
export const useBookedIds = (): number[] => useBookedAhead().map(({ id }) => id)

/** Default answer of a closing form: tell the patient by letter, so that nobody waits for a visit in vain. */
export const useBookedDefault = (): BookedAnswer | undefined =>
  useBookedAhead().length === 0 ? undefined : 'letter'

/** Asks before a referral is closed what should happen to its future appointments. */
export const BookedQuestion = <In extends FieldValues, Out>({
  form,
}: {
  form: UseFormReturn<In, unknown, Out>
}) => {
  const ahead = useBookedAhead()
  if (ahead.length === 0) return null
  const each = ahead.map(
    (booked) =>
      `${appointmentTypeTitle(booked.appointmentType)} on ${formatDate(booked.appointmentDate)}, ${timesInWords(booked)}, with ${booked.names.clinician}`,
  )
  return (
    <ChoiceField
      form={form}
      name={'bookedAppointments' as FieldPath<In>}
      label={labels.pathway.bookedAppointments}
      hint={`${each.join('; ')}.`}
      options={bookedAnswers.map(({ code, title }) => ({ id: code, name: title }))}
    />
  )
}

export const useLetterOfCancelled = (): ((said: string) => Promise<void>) =>
  useAppointmentLetter('appointmentCancelled', useBookedAhead().length > 0)
