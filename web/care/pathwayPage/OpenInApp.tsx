import { queryOptions, useQuery } from '@tanstack/react-query'
import { listApps, openApp } from '../../../contract/exchange/launch.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { ApiError, call } from '../../platform/calls/api.ts'
import { useMay } from '../../platform/session/session.ts'
import { MenuButton } from '../../platform/ui/MenuButton.tsx'
import { toast } from '../../platform/ui/Toast.tsx'

/** Which apps there are changes when Information Governance agrees to one. */
const appsQuery = queryOptions({
  queryKey: ['appsToOpen'],
  queryFn: () => call(listApps, {}),
  staleTime: 10 * 60_000,
  retry: false,
})

/** Opens registered software about this patient in a new tab. Nothing is shown where there is none. */
export const OpenInApp = () => {
  const { patient, flags } = usePathway()
  const mayRead = useMay('patient.read')
  const isOpenable = mayRead && !flags.some(({ kind }) => kind === 'restricted')
  const { data: apps = [] } = useQuery({ ...appsQuery, enabled: isOpenable })
  if (!isOpenable || apps.length === 0) return null
  const open = async (clientId: number): Promise<void> => {
    // Browsers open a tab only while the button is pressed, so it waits for the address.
    const tab = window.open('', '_blank')
    try {
      const { address } = await call(openApp, { clientId, patientId: patient.id })
      if (tab === null) return toast('Your browser does not let Surefoot open a new tab.')
      tab.opener = null
      tab.location.replace(address)
    } catch (error) {
      tab?.close()
      if (!(error instanceof ApiError)) throw error
      toast(error.message)
    }
  }
  return (
    <MenuButton
      className="sf-tool sf-tool--quiet"
      face="Open in an app"
      entries={apps.map(({ id, name }) => ({ label: name, act: () => void open(id) }))}
    />
  )
}
