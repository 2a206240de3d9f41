import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { notSentReasons, type CaseFindingView } from '../../../contract/exchange/caseFinding/caseFinding.ts'
import { formatCount, formatDate, formatDateTime } from '../../../contract/platform/words/format.ts'
import { useMay } from '../../platform/session/session.ts'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { listQuery } from './caseFindingQueries.ts'
import { kindTitle, peopleInWords } from './inWords.ts'
import { ListedPeople } from './ListedPeople.tsx'
import type { ShownPeople } from './listedPeopleQueries.ts'
import { SendRound } from './SendRound.tsx'

interface ListPageProps {
  id: number
  /** Whom of its people; without it everybody. */
  shown: ShownPeople | undefined
  page: number
}

/** One case-finding list: how far it is, who is next, and how its people stand. */
export const ListPage = ({ id, shown, page }: ListPageProps) => {
  const { data: list, error, refetch } = useQuery(listQuery(id))
  const maySend = useMay('caseFinding.write')
  if (list === undefined) return <LoadingOrFailed what="list" shape="lines" error={error} refetch={refetch} />
  return (
    <>
      <PageTitle tab="Case finding">{list.sender}</PageTitle>
      <p className="sf-purpose">
        {kindTitle(list.kind)}, of {formatDate(list.listDate)}. Loaded {formatDateTime(list.loadedAt)}
        {list.loadedBy !== null && ` by ${list.loadedBy}`}.
      </p>
      {list.removedAt !== null && (
        <p className="nhsuk-inset-text">
          What the list said of its people was removed {formatDateTime(list.removedAt)}, 13 months after the
          list. How each of them stood on that day stays.
        </p>
      )}
      <HowFar list={list} />
      {maySend && list.toSend > 0 && <SendRound list={list} />}
      <ListedPeople listId={id} shown={shown} page={page} />
      <p>
        <Link to="/falls/case-finding">Go back to all lists</Link>
      </p>
    </>
  )
}

const HowFar = ({ list }: { list: CaseFindingView }) => {
  const left = notSentReasons.filter(({ code }) => list.notSent[code] > 0)
  return (
    <section className="sf-card sf-part" aria-labelledby="how-far">
      <h2 className="nhsuk-heading-m" id="how-far">
        How far the list is
      </h2>
      <dl className="sf-facts">
        <div>
          <dt>On the list</dt>
          <dd>{peopleInWords(list.people)}</dd>
        </div>
        <div>
          <dt>Sent to triage</dt>
          <dd>{formatCount(list.sent)}</dd>
        </div>
        <div>
          <dt>Can be sent</dt>
          <dd>
            {formatCount(list.toSend)}
            {list.toSend > 0 && `, ${formatCount(list.toSendNamed)} of them with a reason that NG249 names`}
          </dd>
        </div>
        {left.length > 0 && (
          <div>
            <dt>Not sent</dt>
            <dd>
              {left.map(({ code, title }) => (
                <div key={code}>
                  {title}: {formatCount(list.notSent[code])}
                </div>
              ))}
            </dd>
          </div>
        )}
        <div>
          <dt>Legal basis</dt>
          <dd>{list.legalBasis}</dd>
        </div>
      </dl>
    </section>
  )
}
