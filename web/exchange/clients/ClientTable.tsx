import { Link } from '@tanstack/react-router'
import type { ClientRow } from '../../../contract/exchange/client.ts'
import { formatDate, formatDateTime } from '../../../contract/platform/words/format.ts'
import { StackedTable } from '../../platform/ui/StackedTable.tsx'
import { purposeOf, stateTitle } from './inWords.ts'

/** The registered clients, by name. */
export const ClientTable = ({ clients }: { clients: readonly ClientRow[] }) =>
  clients.length === 0 ? (
    <p>No client is registered yet.</p>
  ) : (
    <section className="sf-card sf-part" aria-label="Clients">
      <div className="sf-scroll" role="region" aria-label="Clients, table" tabIndex={0}>
        <StackedTable
          rows={clients}
          keyOf={({ id }) => id}
          columns={[
            {
              title: 'Name',
              cell: ({ id, name }) => (
                <Link to="/falls/fhir-client/$clientId" params={{ clientId: String(id) }}>
                  {name}
                </Link>
              ),
            },
            { title: 'Organisation', isName: true, cell: ({ organisation }) => <div>{organisation}</div> },
            { title: 'Reads for', cell: ({ purpose }) => <div>{purposeOf(purpose).title}</div> },
            {
              title: 'State',
              cell: ({ state }) => (
                <div>{state === 'waiting' ? <strong>{stateTitle(state)}</strong> : stateTitle(state)}</div>
              ),
            },
            {
              title: 'Last used',
              cell: ({ lastUsedAt }) => (
                <div>{lastUsedAt === null ? 'Never' : formatDateTime(lastUsedAt)}</div>
              ),
            },
            {
              title: 'Last day',
              cell: ({ expiresDate }) => <div className="sf-nowrap">{formatDate(expiresDate)}</div>,
            },
          ]}
        />
      </div>
    </section>
  )
