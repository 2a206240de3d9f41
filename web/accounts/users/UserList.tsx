import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatDateTime, notRecorded } from '../../../contract/platform/words/format.ts'
import { exportUsers } from '../../../contract/app/listExport.ts'
import { userColumns, type UserRow } from '../../../contract/accounts/user.ts'
import { WarningCallout } from 'nhsuk-react-components'
import { download } from '../../platform/calls/download.ts'
import { DataGrid } from '../../platform/ui/DataGrid.tsx'
import { specifiedActionWidth, type GridColumn } from '../../platform/ui/gridColumn.ts'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import { LoadingState } from '../../platform/ui/LoadingState.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { usersQuery } from './userQueries.ts'

const orMissing = (value: string | null) => value ?? <span className="sf-missing">{notRecorded}</span>

const looks: Record<
  (typeof userColumns)[number]['id'],
  Pick<GridColumn<UserRow>, 'width' | 'grows' | 'isName' | 'show'>
> = {
  userName: { width: 130, isName: true },
  displayName: { width: 220, grows: true, isName: true },
  email: { width: 240, show: (row) => orMissing(row.email) },
  phoneNumber: { width: 150, show: (row) => orMissing(row.phoneNumber) },
  defaultRole: { width: 190 },
  isActive: { width: 130 },
}
const columns = userColumns.map((column) => ({ ...column, ...looks[column.id] }))

export const UserList = () => {
  const { data: users, error, refetch } = useQuery(usersQuery)
  return (
    <>
      <PageTitle>Users</PageTitle>
      <p className="sf-purpose">
        Who can sign in, and with which roles. A change counts from the person’s next click.
      </p>
      {error !== null && <FailedState error={error} reset={() => void refetch()} />}
      {users === undefined && error === null && <LoadingState what="list" shape="list" />}
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
          actionWidth={specifiedActionWidth}
          save={(asked) => download(exportUsers, asked)}
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

/** Users whose patient search was switched off, which an administrator must look into (AZ-6). */
const ClosedSearches = ({ users }: { users: readonly UserRow[] }) => {
  const closed = users.filter(({ searchClosedAt }) => searchClosedAt !== null)
  if (closed.length === 0) return null
  return (
    <WarningCallout>
      <WarningCallout.Heading headingLevel="h2">Patient search switched off</WarningCallout.Heading>
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
