import { useQuery } from '@tanstack/react-query'
import { linkDays, mostWrongDates } from '../../../contract/care/person/link.ts'
import { dayOfInstant } from '../../../contract/platform/dates/wallTime.ts'
import { formatLongDate } from '../../../contract/platform/words/format.ts'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { PrintButton } from '../../platform/ui/PrintButton.tsx'
import { paperQuery } from './linkQueries.ts'

/** The page of paper with a link, in large print. It says nothing of the person but that they have a page. */
export const PaperLink = ({ id }: { id: number }) => {
  const { data, error, refetch } = useQuery(paperQuery(id))
  if (data === undefined) return <LoadingOrFailed what="link" error={error} refetch={refetch} />
  const { head, code, address, validUntil } = data
  return (
    <>
      <div className="sf-list__head sf-off-paper">
        <p>
          Print this and hand or post it to the person. It can be shown for 24 hours, until somebody uses it.
        </p>
        <PrintButton />
      </div>
      <section className="sf-letter sf-letter--largePrint sf-own-link" aria-label="Paper for the person">
        <p className="sf-letter__service">{head.serviceName}</p>
        {head.address !== null && <p>{head.address.split('\n').join(', ')}</p>}
        <p className="sf-letter__title">Your own page</p>
        <ol>
          <li>
            On a phone or computer, go to <strong className="sf-own-link__address">{address}</strong>
          </li>
          <li>
            Type this code: <strong className="sf-own-link__code">{code}</strong>
          </li>
          <li>Type your date of birth.</li>
          <li>Press Open.</li>
          <li>Press Sign out when you have finished.</li>
        </ol>
        <p>
          The code works for {linkDays} days, until {formatLongDate(dayOfInstant(validUntil))}, on the first
          phone or computer that opens it. After {mostWrongDates} wrong dates of birth it no longer works.
        </p>
        <p>Do not give the code to anybody else.</p>
        {head.telephone !== null && <p>If you need help, ring us on {head.telephone}.</p>}
      </section>
    </>
  )
}
