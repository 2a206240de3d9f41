import { useRouter } from '@tanstack/react-router'
import { FailedScreen } from '../../platform/ui/FailedScreen.tsx'

/** In place of a screen that could not be made; trying again reads and checks everything again. */
export const ScreenFailed = ({ error }: { error: unknown }) => {
  const site = useRouter()
  return (
    <div className="sf-failed">
      <FailedScreen error={error} reset={() => void site.invalidate()} />
    </div>
  )
}
