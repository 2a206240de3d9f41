import { useNavigate } from '@tanstack/react-router'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { savePathway, type Pathway } from '../../../contract/pathways/referral/pathway.ts'
import { call } from '../../platform/calls/api.ts'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { useCarried } from '../../platform/ui/carried.ts'
import { toast } from '../../platform/ui/Toast.tsx'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'

/** Saves the part of a pathway that one screen edits, under its version. Fields not sent stay as they are. */
export const savePart = (
  { id, patientId }: Pathway,
  version: number | undefined,
  part: Omit<InputOf<typeof savePathway>, 'id' | 'patientId' | 'version'>,
) => call(savePathway, { id, patientId, version, ...part })

/**
 * Returns from a form to a section of the pathway page, replacing the form in the history, and refreshes the data.
 */
export const useDone = () => {
  const { pathway, patient } = usePathway()
  const navigate = useNavigate()
  const carried = useCarried()
  return async (said: string, section: string): Promise<void> => {
    await forgetAfterSave()
    toast(carried?.said(said) ?? said)
    if (carried !== null) return carried.back()
    await navigate({
      to: '/falls/pathway/view',
      search: { id: pathway.id, patientId: patient.id, section },
      replace: true,
    })
  }
}
