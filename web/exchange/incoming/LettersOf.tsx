import {
  incomingLetter,
  printIncomingLetter,
  type IncomingView,
} from '../../../contract/exchange/incoming/incomingReferral.ts'
import { formatDateTime } from '../../../contract/platform/words/format.ts'
import { call } from '../../platform/calls/api.ts'
import { download } from '../../platform/calls/download.ts'
import { useAttempt } from '../../platform/ui/useAttempt.tsx'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'
import { forgetIncoming } from './incomingQueries.ts'

/** The letters about a referral that was not accepted. */
export const LettersOf = ({ view: { letters } }: { view: IncomingView }) => {
  const { problem, attempt } = useAttempt()
  const print = async (id: number, version: number): Promise<void> => {
    await attempt(async () => {
      await download(incomingLetter, { id })
      await call(printIncomingLetter, { id, version })
    }, 'Letter marked as printed')
    await forgetIncoming()
  }
  return (
    <>
      {problem}
      {letters.map(({ id, version, title, at, by, printedAt }) => (
        <p key={id} className="sf-actions">
          <span>
            Letter “{title}”, written {formatDateTime(at)}
            {by !== null && ` by ${by}`}.{' '}
            {printedAt === null ? <strong>Not printed yet.</strong> : `Printed ${formatDateTime(printedAt)}.`}
          </span>
          <WorkButton look={printedAt === null ? 'primary' : 'button'} work={() => print(id, version)}>
            {printedAt === null ? 'Print the letter' : 'Print it again'}
          </WorkButton>
        </p>
      ))}
    </>
  )
}
