import { useRouter } from '@tanstack/react-router'
import { FailedScreen } from '../../platform/ui/FailedScreen.tsx'

/** Shown in place of a screen that failed to render. Trying again repeats all reads and checks. */
export const ScreenFailed = ({ error }: { error: unknown }) => {
  const site = useRouter()
  return (
    <div className="sf-failed">
      <FailedScreen error={error} reset={() => void site.invalidate()} />
    </div>
  )
}
