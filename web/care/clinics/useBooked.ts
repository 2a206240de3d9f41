import { useNavigate } from '@tanstack/react-router'
import type { Telling } from '../../../contract/care/clinics/slot.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { toast } from '../../platform/ui/Toast.tsx'
import { useAppointmentLetter } from '../letters/useAppointmentLetter.ts'
import { toldInWords } from './inWords.ts'

/** After a booking or a cancellation: to the letter if the person is told by one, otherwise back to the referral. */
export const useBooked = (): {
  search: { id: number; patientId: number; section: string }
  /** @param appointmentId the appointment that an invitation is about */
  leave: (
    said: string,
    told: Telling,
    occasion: 'invitation' | 'appointmentCancelled',
    appointmentId?: number,
  ) => Promise<void>
} => {
  const { pathway, patient } = usePathway()
  const navigate = useNavigate()
  const toLetter = {
    invitation: useAppointmentLetter('invitation', true),
    appointmentCancelled: useAppointmentLetter('appointmentCancelled', true),
  }
  const search = { id: pathway.id, patientId: patient.id, section: 'appointment' }
  return {
    search,
    leave: async (said, told, occasion, appointmentId) => {
      if (told === 'letter') return toLetter[occasion](`${said}. Sign and send the letter`, appointmentId)
      await forgetAfterSave()
      toast(`${said}. ${toldInWords(told)}`)
      await navigate({ to: '/falls/pathway/view', search, replace: true })
    },
  }
}
