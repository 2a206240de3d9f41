import { useNavigate } from '@tanstack/react-router'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { toast } from '../../platform/ui/Toast.tsx'

/** Where the letter screens go next: back to the letters section, or to the signed letter. */
export const useLetterPlace = () => {
  const { pathway, patient } = usePathway()
  const navigate = useNavigate()
  const search = { id: pathway.id, patientId: patient.id }
  return {
    search,
    section: { ...search, section: 'letters' },
    leave: async (said: string): Promise<void> => {
      await forgetAfterSave()
      toast(said)
      await navigate({ to: '/falls/pathway/view', search: { ...search, section: 'letters' }, replace: true })
    },
    toSigned: async (letterId: number): Promise<void> => {
      await forgetAfterSave()
      toast('Letter signed')
      await navigate({
        to: '/falls/pathway/letter/$letterId',
        params: { letterId: String(letterId) },
        search,
        replace: true,
      })
    },
  }
}
