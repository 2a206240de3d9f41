import { lookupCalls } from '../../../contract/reference/lookupCalls.ts'
import { getProfile } from '../../../contract/accounts/session.ts'
import { getUser, listUsers, listUserSessions } from '../../../contract/accounts/user.ts'
import { call } from '../../platform/calls/api.ts'
import { forgetAfterAdministration, keptQuery } from '../../platform/calls/queries.ts'
import { currentSession, setProfile } from '../../platform/session/session.ts'

export const usersQuery = keptQuery(['user', 'all'], () => call(listUsers, { includeInActive: 'true' }))

export const userQuery = (id: number) => keptQuery(['user', 'getView', id], () => call(getUser, { id }))

export const sessionsQuery = (id: number) =>
  keptQuery(['user', 'sessions', id], () => call(listUserSessions, { id }))

/** Active roles, to choose from. */
export const rolesQuery = keptQuery(['role', 'active'], () => call(lookupCalls.role.all, {}))

/** After a change of a user: lets the screens read again, and updates one's own name and roles at once. */
export const afterUserChange = async (userId: number): Promise<void> => {
  await forgetAfterAdministration()
  if (currentSession()?.profile?.user.id === userId) setProfile(await call(getProfile, {}))
}
