import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { hasTeam, type ClientView } from '../../../contract/exchange/client.ts'
import { formatDate, formatDateTime, orNotRecorded } from '../../../contract/platform/words/format.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import { useMay } from '../../platform/session/session.ts'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { clientsQuery } from './clientQueries.ts'
import { Copied } from './Copied.tsx'
import { Decisions } from './Decisions.tsx'
import { Subscriptions } from './Subscriptions.tsx'
import { kindTitle, purposeOf, stateTitle, typeMeans } from './inWords.ts'

/** One client: what it may read, how it reaches the service, and who agreed. */
export const ClientPage = ({ view }: { view: ClientView }) => {
  const mayWrite = useMay('administration.write')
  const mayAudit = useMay('report.audit')
  const { name, state } = view
  return (
    <>
      <div className="sf-list__head">
        <PageTitle tab="FHIR client">{name}</PageTitle>
        {mayWrite && state !== 'revoked' && (
          <Link
            className="sf-button"
            to="/falls/fhir-client-edit/$clientId"
            params={{ clientId: String(view.id) }}
          >
            Edit client
          </Link>
        )}
      </div>
      <p>
        <strong>{stateTitle(state)}</strong>
      </p>
      <Decisions view={view} />
      <Facts title="What it may read" rows={rightsOf(view)} />
      <Facts title="Who answers for it" rows={peopleOf(view)} />
      <Connection view={view} />
      <Subscriptions view={view} />
      <p className="sf-actions">
        {mayAudit && (
          <Link className="sf-button" to="/falls/audit" search={{ question: 'client', clientId: view.id }}>
            What it read
          </Link>
        )}
        <Link to="/falls/fhir-clients">Go back to the FHIR clients</Link>
      </p>
    </>
  )
}

type Row = readonly [label: string, value: ReactNode]

const Facts = ({ title, rows }: { title: string; rows: readonly Row[] }) => (
  <section className="sf-card sf-part" aria-label={title}>
    <h2 className="nhsuk-heading-m">{title}</h2>
    <dl className="sf-facts">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </section>
)

const rightsOf = ({ kind, purpose, names, types, expiresDate }: ClientView): Row[] => {
  const { title, whose } = purposeOf(purpose)
  return [
    [labels.fhirClient.kind, kindTitle(kind)],
    [labels.fhirClient.purpose, title],
    [
      hasTeam(purpose) ? 'Whose records' : 'What',
      kind === 'app' ? `${whose}; of these, what the person who uses it may read` : whose,
    ],
    ...(names.team === null ? [] : [[labels.fhirClient.teamId, names.team] as const]),
    ...(purpose === 'referring'
      ? []
      : [
          [
            'Types of resource',
            types.map((type) => (
              <Fragment key={type}>
                <span translate="no">{type}</span>: {typeMeans[type]}
                <br />
              </Fragment>
            )),
          ] as const,
        ]),
    [labels.fhirClient.expiresDate, formatDate(expiresDate)],
  ]
}

const peopleOf = (view: ClientView): Row[] => {
  const byAt = (by: string | null, at: string): string => `${orNotRecorded(by)}, ${formatDateTime(at)}`
  const { state, approvedBy, approvedAt, revokedBy, revokedAt, changedBy, changedAt } = view
  return [
    [labels.fhirClient.organisation, view.organisation],
    ['Contact', view.contact],
    ['Registered by', orNotRecorded(view.registeredBy)],
    ...(state === 'waiting' ? [['Last changed by', byAt(changedBy, changedAt)] as const] : []),
    ...(approvedAt === null ? [] : [['Agreed to by', byAt(approvedBy, approvedAt)] as const]),
    ...(revokedAt === null ? [] : [['Revoked by', byAt(revokedBy, revokedAt)] as const]),
    ['Last used', view.lastUsedAt === null ? 'Never' : formatDateTime(view.lastUsedAt)],
  ]
}

/** What those who set up the software need. */
const Connection = ({
  view: { kind, clientId, jwks, jwksUrl, redirectUrls, launchUrl, messageUrl },
}: {
  view: ClientView
}) => {
  const { data } = useQuery(clientsQuery)
  return (
    <section className="sf-card sf-part" aria-label="How it connects">
      <h2 className="nhsuk-heading-m">How it connects</h2>
      <p>
        Give these to those who set up the software. None of them is secret:{' '}
        {kind === 'app' ? 'it reads only for somebody who has signed in' : 'only its own key lets it in'}.
      </p>
      <Copied id="client-id" label="Client ID" value={clientId} />
      {data !== undefined && (
        <>
          <Copied id="fhir-base" label="Address of the record" value={data.base} />
          <Copied id="token-url" label="Address for tokens" value={data.tokenUrl} />
        </>
      )}
      {redirectUrls?.split('\n').map((address, place) => (
        <Copied
          key={address}
          id={`redirect-${place}`}
          label={labels.fhirClient.redirectUrls}
          value={address}
        />
      ))}
      {launchUrl !== null && <Copied id="launch-url" label={labels.fhirClient.launchUrl} value={launchUrl} />}
      {messageUrl !== null && (
        <Copied id="message-url" label={labels.fhirClient.messageUrl} value={messageUrl} />
      )}
      {jwksUrl !== null && <Copied id="jwks-url" label={labels.fhirClient.jwksUrl} value={jwksUrl} />}
      {jwks !== null && (
        <details className="nhsuk-details">
          <summary className="nhsuk-details__summary">
            <span className="nhsuk-details__summary-text">{labels.fhirClient.jwks}</span>
          </summary>
          <div className="nhsuk-details__text">
            <textarea
              className="nhsuk-textarea"
              aria-label={labels.fhirClient.jwks}
              rows={10}
              readOnly
              value={jwks}
            />
          </div>
        </details>
      )}
    </section>
  )
}
