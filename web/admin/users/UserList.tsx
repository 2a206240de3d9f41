import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatDateTime, formatYesNo, notRecorded } from '../../../contract/format.ts'
import type { UserRow } from '../../../contract/user.ts'
import { WarningCallout } from 'nhsuk-react-components'
import { DataGrid, type GridColumn } from '../../ui/DataGrid.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { LoadingState } from '../../ui/LoadingState.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { AdministratorsOnly } from '../AdministratorsOnly.tsx'
import { usersQuery } from './userQueries.ts'

const orMissing = (value: string | null) => value ?? <span className="sf-missing">{notRecorded}</span>

/** The columns of specification section 2, Grids. */
const columns: readonly GridColumn<UserRow>[] = [
  { id: 'userName', title: 'User Name', width: 150, value: (row) => row.userName },
  { id: 'displayName', title: 'Display Name', width: 220, grows: true, value: (row) => row.displayName },
  { id: 'email', title: 'Email', width: 240, value: (row) => row.email, show: (row) => orMissing(row.email) },
  {
    id: 'phoneNumber',
    title: 'Mobile Phone',
    width: 150,
    value: (row) => row.phoneNumber,
    show: (row) => orMissing(row.phoneNumber),
  },
  { id: 'defaultRole', title: 'Default Role', width: 190, value: (row) => row.defaultRole },
  { id: 'isActive', title: 'Is Active', width: 130, value: (row) => formatYesNo(row.isActive) },
]

export const UserList = () => (
  <AdministratorsOnly title="Users">
    <Users />
  </AdministratorsOnly>
)

const Users = () => {
  const { data: users, error, refetch } = useQuery(usersQuery)
  return (
    <>
      <PageTitle>Users</PageTitle>
      <p className="sf-purpose">
        Who can sign in, and with which roles. A change counts from the person’s next click.
      </p>
      {error !== null && <FailedState error={error} reset={() => void refetch()} />}
      {users === undefined && error === null && <LoadingState what="list" />}
      {users !== undefined && <ClosedSearches users={users} />}
      {users !== undefined && (
        <DataGrid
          name="administration-user"
          caption="Users"
          columns={columns}
          rows={users}
          idOf={(row) => String(row.id)}
          noun={users.length === 1 ? 'user' : 'users'}
          empty="There are no users."
          filterHint="Name, e-mail, role"
          actionWidth={150}
          tools={
            <Link className="sf-button" to="/falls/user-create">
              Add User
            </Link>
          }
          action={(row) => (
            <Link
              className="sf-button"
              to="/falls/user/view"
              search={{ id: row.id }}
              aria-label={`View ${row.displayName}`}
            >
              View
            </Link>
          )}
        />
      )}
    </>
  )
}

/** Whose patient search was switched off: what an administrator must look into (trust AZ-6). */
const ClosedSearches = ({ users }: { users: readonly UserRow[] }) => {
  const closed = users.filter(({ searchClosedAt }) => searchClosedAt !== null)
  if (closed.length === 0) return null
  return (
    <WarningCallout>
      <WarningCallout.Heading>Patient search switched off</WarningCallout.Heading>
      <p>Too many searches found nobody. Please look into it:</p>
      <ul>
        {closed.map((user) => (
          <li key={user.id}>
            <Link to="/falls/user/view" search={{ id: user.id }}>
              {user.displayName}
            </Link>
            , on {formatDateTime(user.searchClosedAt)}
          </li>
        ))}
      </ul>
    </WarningCallout>
  )
}
