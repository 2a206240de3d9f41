import { useNavigate } from '@tanstack/react-router'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { savePathway, type Pathway } from '../../../contract/pathways/referral/pathway.ts'
import { call } from '../../platform/calls/api.ts'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { toast } from '../../platform/ui/Toast.tsx'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'

/** Saves one screen's part of a pathway under its version; what it does not send stays as it was. */
export const savePart = (
  { id, patientId }: Pathway,
  version: number | undefined,
  part: Omit<InputOf<typeof savePathway>, 'id' | 'patientId' | 'version'>,
) => call(savePathway, { id, patientId, version, ...part })

/** To the pathway page in place of the form, at a section, with the screens read again. */
export const useDone = () => {
  const { pathway, patient } = usePathway()
  const navigate = useNavigate()
  return async (said: string, section: string): Promise<void> => {
    await forgetAfterSave()
    toast(said)
    await navigate({
      to: '/falls/pathway/view',
      search: { id: pathway.id, patientId: patient.id, section },
      replace: true,
    })
  }
}
