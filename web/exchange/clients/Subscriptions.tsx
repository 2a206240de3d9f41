import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ClientView } from '../../../contract/exchange/client.ts'
import {
  addSubscription,
  canSubscribe,
  changeSubscription,
  renewSubscriptionSecret,
  subscriptionForm,
  subscriptionStates,
  subscriptionTopics,
  type SubscriptionRow,
} from '../../../contract/exchange/subscription.ts'
import { formatDateTime } from '../../../contract/platform/words/format.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import { call } from '../../platform/calls/api.ts'
import { useMay } from '../../platform/session/session.ts'
import { ChecksField } from '../../platform/ui/ChecksField.tsx'
import { Fields, useFieldsForm, type FieldList } from '../../platform/ui/DescribedFields.tsx'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { StoredForm } from '../../platform/ui/StoredForm.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { useAttempt } from '../../platform/ui/useAttempt.tsx'
import { useConfirm } from '../../platform/ui/useConfirm.tsx'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'
import { Copied } from './Copied.tsx'
import { forgetClients, subscriptionsQuery } from './clientQueries.ts'

/** A secret that was just made, and of which subscription. It is shown until the page is left. */
interface Made {
  id: number
  secret: string
}

/** Where a client is told of changes; nothing for a client that cannot be told of any. */
export const Subscriptions = ({ view }: { view: ClientView }) => {
  const { data, error, refetch } = useQuery({ ...subscriptionsQuery(view.id), enabled: canSubscribe(view) })
  const mayWrite = useMay('administration.write')
  const [isAdding, setAdding] = useState(false)
  const [made, setMade] = useState<Made | null>(null)
  if (!canSubscribe(view)) return null
  const mayChange = mayWrite && view.state !== 'revoked'
  return (
    <section className="sf-card sf-part" aria-label="What it is told of">
      <h2 className="nhsuk-heading-m">What it is told of</h2>
      <p>
        When a referral comes, moves or ends, a notice says which referral changed, and nothing else. The
        client then reads it, as far as it may. Notices are signed with a secret.
      </p>
      {data === undefined ? (
        <LoadingOrFailed what="notices" shape="lines" error={error} refetch={refetch} />
      ) : (
        <>
          {data.length === 0 && !isAdding && <p>It is told of nothing.</p>}
          {data.map((row) => (
            <Subscription
              key={row.id}
              row={row}
              mayChange={mayChange}
              secret={made?.id === row.id ? made.secret : null}
              keep={setMade}
            />
          ))}
        </>
      )}
      {mayChange &&
        (isAdding ? (
          <AddForm
            clientId={view.id}
            done={(given) => {
              setMade(given)
              setAdding(false)
            }}
          />
        ) : (
          <p className="sf-actions">
            <button type="button" className="sf-button" onClick={() => setAdding(true)}>
              Add notices
            </button>
          </p>
        ))}
    </section>
  )
}

const titleOf = (code: SubscriptionRow['state']): string =>
  subscriptionStates.find((state) => state.code === code)?.title ?? code

const progressOf = ({ events, waiting, lastSuccessAt }: SubscriptionRow): string => {
  const last = lastSuccessAt === null ? 'Never answered' : `Last answered on ${formatDateTime(lastSuccessAt)}`
  const waits = waiting === 0 ? 'none waits' : waiting === 1 ? '1 waits' : `${waiting} wait`
  return `${last}. ${events} ${events === 1 ? 'notice' : 'notices'} so far, ${waits}.`
}

const problemOf = ({ problem, failingSince }: SubscriptionRow): string =>
  problem === null || failingSince === null ? 'None' : `Since ${formatDateTime(failingSince)}. ${problem}`

const makeSecret = async (id: number, version: number): Promise<Made> => {
  const { secret } = await call(renewSubscriptionSecret, { id, version })
  return { id, secret }
}

const Subscription = ({
  row,
  mayChange,
  secret,
  keep,
}: {
  row: SubscriptionRow
  mayChange: boolean
  secret: string | null
  keep: (made: Made) => void
}) => {
  const { ask, dialog } = useConfirm()
  const { problem, attempt } = useAttempt()
  const { id, version, endpoint, topics, state, hasSecret } = row
  const to = (next: 'paused' | 'requested' | 'removed', said: string) => async () => {
    await attempt(() => call(changeSubscription, { id, version, to: next }), said)
    await forgetClients()
  }
  const remove = async () => {
    const says = <p>It is told of nothing more at {endpoint}, not even of what waits. This is final.</p>
    if (await ask({ title: 'Remove these notices?', confirm: 'Yes, remove them', says }))
      await to('removed', 'The notices were removed')()
  }
  const renew = async () => {
    const says = (
      <p>The present secret goes on signing too for a day, so that nothing is refused meanwhile.</p>
    )
    if (hasSecret && !(await ask({ title: 'Make a new secret?', confirm: 'Yes, make one', says }))) return
    const isMade = await attempt(async () => {
      const made = await makeSecret(id, version)
      // The row first: its buttons send the version that they read.
      await forgetClients()
      keep(made)
    }, 'The new secret works now')
    if (!isMade) await forgetClients()
  }
  const facts: readonly (readonly [string, string])[] = [
    [labels.fhirSubscription.endpoint, endpoint],
    [
      labels.fhirSubscription.topics,
      subscriptionTopics
        .filter(({ code }) => topics.includes(code))
        .map(({ title }) => title)
        .join('. '),
    ],
    [labels.fhirSubscription.state, hasSecret ? titleOf(state) : 'Waits for a secret'],
    ['Sent', progressOf(row)],
    ['Problem', problemOf(row)],
  ]
  const isStopped = state === 'paused' || state === 'error' || state === 'off'
  return (
    <div role="group" aria-label={`Notices to ${endpoint}`}>
      <dl className="sf-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {problem}
      {secret !== null && (
        <Copied
          id={`secret-${id}`}
          label="Secret. It is shown only once: give it to those who set up the software"
          value={secret}
        />
      )}
      {mayChange && (
        <p className="sf-actions">
          {isStopped ? (
            <WorkButton work={to('requested', 'Its address is asked again')}>Start again</WorkButton>
          ) : (
            <WorkButton work={to('paused', 'Notices wait until you start them again')}>Pause</WorkButton>
          )}
          <WorkButton work={renew}>{hasSecret ? 'Make a new secret' : 'Make a secret'}</WorkButton>
          <WorkButton work={remove}>Remove</WorkButton>
        </p>
      )}
      {dialog}
    </div>
  )
}

const fields: FieldList<'endpoint'> = [
  {
    text: 'endpoint',
    hint: 'From those who set up the software: where it takes notices, such as https://record.example.org/notices',
  },
]

/** Adds notices, and makes the secret at once so that they can begin. */
const AddForm = ({ clientId, done }: { clientId: number; done: (made: Made | null) => void }) => {
  const form = useFieldsForm(subscriptionForm, fields, null, { topics: [] })
  return (
    <StoredForm
      form={form}
      version={undefined}
      leave={() => Promise.resolve(done(null))}
      save={(values, _version, options) => call(addSubscription, { clientId, ...values }, options)}
      done={async ({ id, version }) => {
        const made = await makeSecret(id, version).catch(() => null)
        await forgetClients()
        toast(made === null ? 'The notices were added. Make a secret for them.' : 'The notices were added')
        done(made)
      }}
      actions={
        <button type="button" className="sf-link" onClick={() => done(null)}>
          Cancel
        </button>
      }
    >
      <Fields form={form} fields={fields} labels={labels.fhirSubscription} record={null} />
      <ChecksField
        form={form}
        name="topics"
        label={labels.fhirSubscription.topics}
        hint="It must be allowed to read ServiceRequest for new referrals, and EpisodeOfCare for the others"
        options={subscriptionTopics.map(({ code, title }) => ({ id: code, name: title }))}
      />
    </StoredForm>
  )
}
