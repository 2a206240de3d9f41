import { useMay, useSession } from '../../platform/session/session.ts'

/** Whether this user can trace people, and whether a stand-in answers. */
export const usePds = (): 'off' | 'on' | 'standIn' => {
  const settings = useSession()?.profile?.settings
  const mayEdit = useMay('patient.write')
  return mayEdit ? (settings?.pds ?? 'off') : 'off'
}
