import { queryOptions, useQuery } from '@tanstack/react-query'
import { SummaryList } from 'nhsuk-react-components'
import type { ReplyOf } from '../../../contract/platform/calls/endpoint.ts'
import { formatDateTime } from '../../../contract/platform/words/format.ts'
import { stageTitles } from '../../../contract/stages/stage.ts'
import { getServiceStatus } from '../../../contract/app/serviceStatus.ts'
import { subscriptionStates } from '../../../contract/exchange/subscription.ts'
import { call } from '../../platform/calls/api.ts'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import { LoadingState } from '../../platform/ui/LoadingState.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { AuditSeal } from '../../insight/audit/AuditSeal.tsx'
import { partInWords, stateInWords } from './partsInWords.ts'

type Status = ReplyOf<typeof getServiceStatus>

const statusQuery = queryOptions({
  queryKey: ['serviceStatus'],
  queryFn: () => call(getServiceStatus, {}),
  staleTime: 0,
})

/** The state of the service, for an administrator who is asked why something does not work. */
export const ServiceStatus = () => {
  const { data, error, refetch, isFetching } = useQuery(statusQuery)
  return (
    <>
      <PageTitle>Status of the service</PageTitle>
      <p className="sf-purpose">
        What works and what does not, as of a moment ago. When something is wrong, tell those who run the
        service what is shown here; their log has more.
      </p>
      {error !== null ? (
        <FailedState error={error} reset={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingState what="status" />
      ) : (
        <>
          <p>
            <button type="button" className="sf-button" onClick={() => void refetch()}>
              {isFetching ? 'Looking again' : 'Look again'}
            </button>
          </p>
          <Parts status={data} />
          <IncomingReferrals incoming={data.incoming} />
          <Notices notices={data.notices} />
          <OutgoingLetters outgoing={data.outgoing} />
          <Notify notify={data.notify} />
          <Work status={data} />
          <Versions status={data} />
        </>
      )}
      <AuditSeal />
    </>
  )
}

interface Line {
  title: string
  words: string
  isAmiss?: boolean
}

const Lines = ({ title, lines }: { title: string; lines: readonly Line[] }) => (
  <section className="sf-card" aria-label={title}>
    <h2 className="nhsuk-heading-m">{title}</h2>
    <SummaryList className="sf-facts">
      {lines.map((line) => (
        <SummaryList.Row key={line.title}>
          <SummaryList.Key>{line.title}</SummaryList.Key>
          <SummaryList.Value>
            {line.isAmiss === true ? (
              <>
                <strong>Amiss.</strong> {line.words}
              </>
            ) : (
              line.words
            )}
          </SummaryList.Value>
        </SummaryList.Row>
      ))}
    </SummaryList>
  </section>
)

const Parts = ({ status: { parts, outside } }: { status: Status }) => (
  <Lines
    title="Parts"
    lines={[
      ...parts
        // Configured outside parts are listed below with the reason for a fault.
        .filter(({ part }) => !outside.some((other) => other.part === part))
        .map(({ part, state }) => ({
          title: partInWords(part),
          words: stateInWords(part, state),
          isAmiss: state !== 'ok',
        })),
      ...outside.map(({ part, setting, lastSuccessAt, fault }) => ({
        title: partInWords(part),
        words: `${fault === null ? 'Answers.' : `${fault.words}. ${fault.without} (${setting})`}${lastInWords(lastSuccessAt)}`,
        isAmiss: fault !== null,
      })),
    ]}
  />
)

const lastInWords = (at: string | null | undefined): string =>
  at === undefined
    ? ''
    : at === null
      ? ' It was not asked since the service started.'
      : ` It last answered a question on ${formatDateTime(at)}.`

const minutes = (seconds: number): string => {
  const whole = Math.floor(seconds / 60)
  return whole === 0 ? 'less than a minute' : whole === 1 ? '1 minute' : `${whole} minutes`
}

const queueInWords = ({ waiting, oldestSeconds }: Status['queue']): string =>
  waiting === 0
    ? 'Nothing waits.'
    : `${waiting} ${waiting === 1 ? 'job waits' : 'jobs wait'}, the first for ${minutes(oldestSeconds)}.`

const backupInWords = ({ isWatched, newestAt }: Status['backup']): string => {
  if (!isWatched) return 'Not known: the setting for the folder of the backups is missing (BACKUP_FOLDER).'
  return newestAt === null
    ? 'There is no complete backup in the folder.'
    : `The newest was started on ${formatDateTime(newestAt)}.`
}

/** Referrals from outside; nothing is shown if none come in as messages. */
const IncomingReferrals = ({ incoming }: { incoming: Status['incoming'] }) => {
  const { ers = null, bars = null, answers = null } = incoming ?? {}
  const lines: Line[] = [
    ...(ers === null
      ? []
      : [{ title: 'NHS e-Referral Service', words: ersInWords(ers), isAmiss: ers.problem !== null }]),
    ...(bars === null ? [] : [{ title: 'Messages of other services (BaRS)', words: messagesInWords(bars) }]),
    ...(answers === null
      ? []
      : [{ title: 'Answers to senders', words: answersInWords(answers), isAmiss: answers.failed > 0 }]),
  ]
  return lines.length === 0 ? null : <Lines title="Referrals from outside" lines={lines} />
}

/** Letters that leave by services outside; nothing is shown if none is set up. */
const OutgoingLetters = ({ outgoing }: { outgoing: Status['outgoing'] }) => {
  const { mesh = null, letters = [] } = outgoing ?? {}
  const lines: Line[] = [
    ...(mesh === null ? [] : [{ title: 'MESH', words: meshInWords(mesh), isAmiss: mesh.problem !== null }]),
    ...letters.map((each) => ({
      title: each.way === 'mesh' ? 'Letters by MESH' : 'Letters by GOV.UK Notify',
      words: lettersInWords(each),
    })),
  ]
  return lines.length === 0 ? null : <Lines title="Letters that leave" lines={lines} />
}

type Outgoing = NonNullable<Status['outgoing']>

const meshInWords = ({
  lastTriedAt,
  lastSuccessAt,
  problem,
  isStandIn,
}: NonNullable<Outgoing['mesh']>): string => {
  const what = isStandIn ? 'A stand-in on this machine. ' : ''
  if (lastTriedAt === null) return `${what}It was not asked yet.`
  const last =
    lastSuccessAt === null ? 'It never answered.' : `It last answered on ${formatDateTime(lastSuccessAt)}.`
  return `${what}${problem === null ? '' : `${problem} `}${last}`
}

const lettersInWords = ({ waiting, oldestAt, onTheWay }: Outgoing['letters'][number]): string => {
  const toSend =
    oldestAt === null
      ? 'None waits.'
      : `${waiting} ${waiting === 1 ? 'waits' : 'wait'}, the first since ${formatDateTime(oldestAt)}.`
  return `${toSend} ${onTheWay} on the way.`
}

/** What is sent through GOV.UK Notify; nothing is shown if nothing was. */
const Notify = ({ notify }: { notify: Status['notify'] }) => {
  if (notify == null) return null
  const { lastAcceptedAt, messagesWaiting, lettersWaiting, lastProblem } = notify
  const last =
    lastAcceptedAt === null
      ? 'Nothing was accepted yet.'
      : `The last message was accepted on ${formatDateTime(lastAcceptedAt)}.`
  const problem =
    lastProblem === null
      ? 'None.'
      : `On ${formatDateTime(lastProblem.at)} a message was not delivered. ${lastProblem.words ?? ''}`
  return (
    <Lines
      title="GOV.UK Notify"
      lines={[
        { title: 'Last success', words: last },
        {
          title: 'Waiting',
          words: `Messages whose delivery is not known yet: ${messagesWaiting}. Letters not yet in the post: ${lettersWaiting}.`,
        },
        { title: 'Last problem', words: problem },
      ]}
    />
  )
}

type Part<Name extends keyof NonNullable<Status['incoming']>> = NonNullable<
  NonNullable<Status['incoming']>[Name]
>

const ersInWords = ({ lastTriedAt, lastSuccessAt, problem }: Part<'ers'>): string => {
  if (lastTriedAt === null) return 'The list of referrals was not read yet.'
  const last = lastSuccessAt === null ? 'was never read' : `was last read on ${formatDateTime(lastSuccessAt)}`
  return problem === null
    ? `Answers. The list of referrals ${last}.`
    : `${problem} It was tried on ${formatDateTime(lastTriedAt)}; the list ${last}.`
}

const messagesInWords = ({ lastDay, lastAt }: Part<'bars'>): string =>
  lastAt === null
    ? 'No message was received yet.'
    : `${lastDay} ${lastDay === 1 ? 'message' : 'messages'} in the last 24 hours, the last on ${formatDateTime(lastAt)}.`

const answersInWords = ({ waiting, oldestAt, failed }: Part<'answers'>): string => {
  const toSend =
    oldestAt === null
      ? 'None waits.'
      : `${waiting} ${waiting === 1 ? 'waits' : 'wait'}, the first since ${formatDateTime(oldestAt)}.`
  const toRing =
    failed === 0
      ? ''
      : ` ${failed} could not be sent: those who triage ring the ${failed === 1 ? 'sender' : 'senders'}.`
  return `${toSend}${toRing}`
}

/** Where FHIR clients are told of changes; nothing is shown if nobody is. */
const Notices = ({ notices = [] }: { notices: Status['notices'] }) =>
  notices.length === 0 ? null : (
    <Lines
      title="Notices to FHIR clients"
      lines={notices.map((notice, place) => ({
        title: titleOfNotices(notices, place),
        words: noticeInWords(notice),
        isAmiss: notice.state === 'error' || notice.state === 'off',
      }))}
    />
  )

/** The name of the client, with a number from its second address on. */
const titleOfNotices = (notices: NonNullable<Status['notices']>, place: number): string => {
  const { clientId, client } = notices[place] ?? { clientId: 0, client: '' }
  const before = notices.slice(0, place).filter((other) => other.clientId === clientId).length
  return before === 0 ? client : `${client} (${before + 1})`
}

const noticeInWords = ({
  state,
  waiting,
  lastSuccessAt,
  problem,
}: NonNullable<Status['notices']>[number]): string => {
  const title = subscriptionStates.find(({ code }) => code === state)?.title ?? state
  const last =
    lastSuccessAt === null
      ? 'Its address never answered'
      : `Its address last answered on ${formatDateTime(lastSuccessAt)}`
  const waits = waiting === 0 ? 'none waits' : waiting === 1 ? '1 waits' : `${waiting} wait`
  return [`${title}.`, `${last}; ${waits}.`, problem ?? ''].filter(Boolean).join(' ')
}

const Work = ({ status: { queue, backup, lists } }: { status: Status }) => (
  <Lines
    title="Work"
    lines={[
      { title: 'Background', words: queueInWords(queue), isAmiss: queue.oldestSeconds > 600 },
      {
        title: 'Given up',
        words:
          queue.failed === 0
            ? 'No job has failed.'
            : `${queue.failed} ${queue.failed === 1 ? 'job has' : 'jobs have'} failed after the last attempt.`,
        isAmiss: queue.failed > 0,
      },
      {
        title: 'Backup',
        words: backupInWords(backup),
        isAmiss: backup.isWatched && backup.newestAt === null,
      },
      ...lists.map(({ stage, people, late }) => ({
        title: stageTitles[stage],
        words: people === 0 ? 'Nobody' : `${people} ${people === 1 ? 'person' : 'people'}, ${late} late`,
      })),
    ]}
  />
)

const Versions = ({ status: { version, nodeVersion, databaseVersion, startedAt } }: { status: Status }) => (
  <Lines
    title="Versions"
    lines={[
      { title: 'Surefoot', words: version },
      { title: 'PostgreSQL', words: databaseVersion },
      { title: 'Node', words: nodeVersion },
      { title: 'Running since', words: formatDateTime(startedAt) },
    ]}
  />
)
