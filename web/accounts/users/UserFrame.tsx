import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useSearch } from '@tanstack/react-router'
import { createContext, useContext } from 'react'
import type { UserView } from '../../../contract/accounts/user.ts'
import { FailedScreen } from '../../platform/ui/FailedScreen.tsx'
import { LoadingState } from '../../platform/ui/LoadingState.tsx'
import { userQuery } from './userQueries.ts'

const Shown = createContext<UserView | null>(null)

/** The user of this screen. */
export const useShownUser = (): UserView => {
  const shown = useContext(Shown)
  if (shown === null) throw new Error('This screen needs a user')
  return shown
}

export const UserFrame = () => {
  const { id } = useSearch({ from: '/falls/_administration/user' })
  return <Existing key={id} id={id} />
}

const Existing = ({ id }: { id: number }) => {
  const { data: view, error, refetch } = useQuery(userQuery(id))
  if (view === undefined)
    return error === null ? (
      <LoadingState what="user" />
    ) : (
      <FailedScreen error={error} reset={() => void refetch()}>
        <p>
          <Link to="/falls/user-list">Go to the list of users</Link>
        </p>
      </FailedScreen>
    )
  return (
    <Shown value={view}>
      <Outlet />
    </Shown>
  )
}
