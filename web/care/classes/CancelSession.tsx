import { useNavigate } from '@tanstack/react-router'
import { cancelSession } from '../../../contract/care/classes/closing.ts'
import type { Register } from '../../../contract/care/classes/register.ts'
import { call } from '../../platform/calls/api.ts'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { toast } from '../../platform/ui/Toast.tsx'
import { useAttempt } from '../../platform/ui/useAttempt.tsx'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'

/** Makes the day of a session a day off, and tells everybody who is expected. */
export const CancelSession = ({ register }: { register: Register }) => {
  const { id, classId } = register
  const { problem, attempt } = useAttempt()
  const navigate = useNavigate()
  const cancel = (isTold: boolean): Promise<unknown> =>
    attempt(async () => {
      await call(cancelSession, { id, tell: isTold })
      await forgetAfterSave()
      toast(isTold ? 'Session cancelled. Tasks say whom to ring or write to' : 'Session cancelled')
      await navigate({ to: '/falls/class/$classId', params: { classId: String(classId) }, replace: true })
    })
  return (
    <details className="nhsuk-details">
      <summary className="nhsuk-details__summary">
        <span className="nhsuk-details__summary-text">Cancel this session</span>
      </summary>
      <div className="nhsuk-details__text">
        {problem}
        <p>The class does not take place on this day. People who agreed to it get a text or an e-mail.</p>
        <WorkButton look="secondary" work={() => cancel(true)}>
          Cancel, and tell everybody
        </WorkButton>{' '}
        <WorkButton look="secondary" work={() => cancel(false)}>
          Cancel; they know
        </WorkButton>
      </div>
    </details>
  )
}
