import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useMay } from '../../platform/session/session.ts'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { ClientForm } from './ClientForm.tsx'
import { ClientPage } from './ClientPage.tsx'
import { clientQuery, clientsQuery } from './clientQueries.ts'
import { ClientTable } from './ClientTable.tsx'

/** All software that was registered to read the record as FHIR. */
export const ClientsScreen = () => {
  const { data, error, refetch } = useQuery(clientsQuery)
  const mayWrite = useMay('administration.write')
  return (
    <>
      <div className="sf-list__head">
        <PageTitle>FHIR clients</PageTitle>
        {mayWrite && (
          <Link className="sf-button" to="/falls/fhir-client-edit/$clientId" params={{ clientId: '0' }}>
            Register a client
          </Link>
        )}
      </div>
      <p className="sf-purpose">
        FHIR is the standard by which other systems read health records. A client is such a system. A System
        Administrator registers it, and it can read once Information Governance agrees. Each reading is in the
        audit trail. No client can change anything.
      </p>
      {data === undefined ? (
        <LoadingOrFailed what="clients" shape="list" error={error} refetch={refetch} />
      ) : (
        <>
          {!data.isOffered && (
            <p className="nhsuk-inset-text">
              <strong>FHIR is switched off, so no client can read.</strong> Those who run the service can set
              FHIR to yes.
            </p>
          )}
          <ClientTable clients={data.clients} />
        </>
      )}
    </>
  )
}

/** One client. */
export const ClientScreen = () => {
  const id = Number(useParams({ from: '/falls/_administration/fhir-client/$clientId' }).clientId)
  const { data: view, error, refetch } = useQuery(clientQuery(id))
  if (view === undefined)
    return <LoadingOrFailed what="client" shape="lines" error={error} refetch={refetch} />
  return <ClientPage view={view} />
}

/** Registers a client (id 0) or edits one. */
export const ClientEditScreen = () => {
  const { clientId } = useParams({ from: '/falls/_administration/fhir-client-edit/$clientId' })
  return clientId === '0' ? <ClientForm view={null} /> : <Existing key={clientId} id={Number(clientId)} />
}

const Existing = ({ id }: { id: number }) => {
  const { data: view, error, refetch } = useQuery(clientQuery(id))
  if (view === undefined) return <LoadingOrFailed what="client" error={error} refetch={refetch} />
  return <ClientForm view={view} />
}
