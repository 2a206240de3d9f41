import { useNavigate } from '@tanstack/react-router'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { toast } from '../../platform/ui/Toast.tsx'

/** Where the forms for places and home exercise return to. */
export const useBackToClasses = () => {
  const { pathway, patient } = usePathway()
  const navigate = useNavigate()
  const search = { id: pathway.id, patientId: patient.id, section: 'classes' }
  return {
    search,
    leave: async (said: string, section = search.section): Promise<void> => {
      await forgetAfterSave()
      toast(said)
      await navigate({ to: '/falls/pathway/view', search: { ...search, section }, replace: true })
    },
  }
}
