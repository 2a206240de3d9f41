import { useQuery } from '@tanstack/react-query'
import { listOutbox } from '../../../contract/accounts/account.ts'
import { formatDateTime } from '../../../contract/platform/words/format.ts'
import { call } from '../../platform/calls/api.ts'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import { LoadingState } from '../../platform/ui/LoadingState.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'

/** The messages of a demonstration, newest first. */
export const Outbox = () => {
  const { data, error, refetch } = useQuery({
    queryKey: ['outbox'],
    queryFn: () => call(listOutbox, {}),
    staleTime: 0,
  })
  if (error !== null) return <FailedState error={error} reset={() => void refetch()} />
  if (data === undefined) return <LoadingState what="messages" shape="lines" />
  return (
    <>
      <PageTitle>Outbox</PageTitle>
      <p>
        Messages are shown here instead of being sent while no mail server is set. With a mail server this
        page stays empty.
      </p>
      {data.length === 0 && <p>There are no messages.</p>}
      {data.map((message) => (
        <article key={message.id} className="sf-card" aria-labelledby={`message-${message.id}`}>
          <h2 className="nhsuk-heading-s" id={`message-${message.id}`}>
            {message.subject ?? 'Text message'}
          </h2>
          <p className="sf-quiet">
            To {message.recipient}, {formatDateTime(message.at)}
          </p>
          <pre className="sf-message">{message.body}</pre>
        </article>
      ))}
    </>
  )
}
