import { useRouter } from '@tanstack/react-router'
import { FailedState } from '../ui/FailedState.tsx'

/** In place of a screen that could not be made; trying again reads and checks everything anew. */
export const ScreenFailed = ({ error }: { error: unknown }) => {
  const site = useRouter()
  return <FailedState error={error} reset={() => void site.invalidate()} />
}
