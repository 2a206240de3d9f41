import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { LetterOccasion } from '../../../contract/care/letters/recipients.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { useMay } from '../../platform/session/session.ts'
import { toast } from '../../platform/ui/Toast.tsx'
import { templatesQuery } from './letterQueries.ts'

/**
 * After a save, opens the letter that tells the patient of it, or the letters section if there is no template for it.
 * @param isWanted whether a letter may be needed, so that the templates are read in time
 */
export const useAppointmentLetter = (
  wanted: Extract<LetterOccasion, 'invitation' | 'appointmentCancelled'>,
  isWanted: boolean,
): ((said: string, appointmentId?: number) => Promise<void>) => {
  const { pathway, patient } = usePathway()
  const navigate = useNavigate()
  const mayWrite = useMay('letter.write')
  const { data: templates } = useQuery({ ...templatesQuery, enabled: mayWrite && isWanted })
  const template = templates?.find(
    ({ occasion, recipient }) => occasion === wanted && recipient === 'patient',
  )
  const search = { id: pathway.id, patientId: patient.id }
  return async (said, appointment) => {
    await forgetAfterSave()
    if (template === undefined) {
      toast(`${said}. The person does not know yet: write a letter, or ring`)
      await navigate({ to: '/falls/pathway/view', search: { ...search, section: 'letters' }, replace: true })
      return
    }
    toast(said)
    await navigate({
      to: '/falls/pathway/letter-new/$templateId',
      params: { templateId: String(template.id) },
      search: { ...search, appointment },
      replace: true,
    })
  }
}
