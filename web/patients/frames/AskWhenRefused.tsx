import type { ReactNode } from 'react'
import type { FlagChip } from '../../../contract/patients/flags/chips.ts'
import { onSignOut } from '../../platform/session/session.ts'
import { AskingBeforeSave } from '../../platform/ui/askBeforeSave.ts'
import { useConfirm } from '../../platform/ui/useConfirm.tsx'

/** Patients whose refusal the user has seen in this session: one question for each is enough. In memory only (DP-7). */
const seen = new Set<number>()
onSignOut(() => seen.clear())

interface AskWhenRefusedProps {
  patientId: number
  flags: readonly FlagChip[]
  children: ReactNode
}

/** Asks once for each patient and session before anything is saved for a patient who refused consent. */
export const AskWhenRefused = ({ patientId, flags, children }: AskWhenRefusedProps) => {
  const { ask, dialog } = useConfirm()
  const refusal = flags.find(({ kind }) => kind === 'consentRefused')
  const askFirst = async (): Promise<boolean> => {
    if (refusal === undefined || seen.has(patientId)) return true
    const isSure = await ask({
      title: 'This person refused consent',
      confirm: 'Save all the same',
      says: (
        <>
          <p>{refusal.text}</p>
          <p>Save only what may be kept without consent. You are asked only once until you sign out.</p>
        </>
      ),
    })
    if (isSure) seen.add(patientId)
    return isSure
  }
  return (
    <AskingBeforeSave value={askFirst}>
      {children}
      {dialog}
    </AskingBeforeSave>
  )
}
