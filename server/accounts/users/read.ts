import { sql as raw, type Kysely } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { userColumns as gridColumns, UserSession, UserView } from '../../../contract/accounts/user.ts'
import { instantOf } from '../../../contract/platform/words/format.ts'
import type { DB } from '../../platform/db/types.ts'
import { describeDevice } from '../sessions/describeDevice.ts'
import { selected } from '../../platform/writes/columns.ts'
import { notFound } from '../../platform/errors.ts'
import type { Order, PagedList } from '../../platform/http/lists/page.ts'
import { userColumns } from './columns.ts'

const { defaultRole: _shownByName, ...ownColumns } = userColumns

const selectUsers = (sql: Kysely<DB>) =>
  sql
    .selectFrom('app_user')
    .innerJoin('role', 'role.id', 'app_user.default_role_id')
    .leftJoin('external_search', 'external_search.user_id', 'app_user.id')
    .leftJoin('clinician', 'clinician.id', 'app_user.clinician_id')
    .leftJoin('team_member', 'team_member.id', 'app_user.team_member_id')
    .select(({ ref }) =>
      jsonBuildObject({
        clinician: ref('clinician.display_name'),
        teamMember: ref('team_member.display_name'),
      }).as('names'),
    )
    .select([
      'external_search.closed_at as searchClosedAt',
      'app_user.id',
      'app_user.version',
      'role.name as defaultRole',
      'must_change_password as mustChangePassword',
      'provider_identifier as providerIdentifier',
    ])
    .select(selected('app_user', ownColumns))
    .select((row) =>
      row
        .exists(
          row
            .selectFrom('second_factor')
            .select('user_id')
            .whereRef('second_factor.user_id', '=', 'app_user.id')
            .where('confirmed_at', 'is not', null),
        )
        .$castTo<boolean>()
        .as('hasSecondFactor'),
    )
    .select(
      raw<number>`(select count(*)::integer from passkey where passkey.user_id = app_user.id)`.as('passkeys'),
    )

const orders: Record<(typeof gridColumns)[number]['id'], Order> = {
  userName: { keys: ['user_name_key'] },
  displayName: { keys: ['folded(display_name) collate "C"'] },
  email: { keys: ['folded(email) collate "C"'], gaps: 'last' },
  phoneNumber: { keys: ['phone_number collate "C"'], gaps: 'last' },
  defaultRole: { keys: ['folded(role.name) collate "C"'] },
  isActive: { keys: ['listed.is_active'] },
}

const filterText = `concat_ws(' ', folded(user_name), folded(display_name), folded(email), folded(phone_number),
  folded(role.name), case when listed.is_active then 'yes' else 'no' end)`

/** The users, sorted by user name. */
export const userListOf = (sql: Kysely<DB>, inactiveToo: boolean): PagedList => ({
  name: `users ${inactiveToo}`,
  from: raw`app_user as listed join role on role.id = listed.default_role_id`,
  holds: raw`(listed.is_active or ${inactiveToo})`,
  id: 'id',
  orders,
  usual: orders.userName,
  filterText,
  shown: raw`shown.*`,
  joins: raw`join ${selectUsers(sql)} as shown on shown.id = listed.id`,
})

export const readUser = async (sql: Kysely<DB>, id: number): Promise<UserView> => {
  const [user, roles] = await Promise.all([
    selectUsers(sql).where('app_user.id', '=', id).executeTakeFirst(),
    sql
      .selectFrom('user_role')
      .innerJoin('role', 'role.id', 'user_role.role_id')
      .select(['role.id', 'role.name', 'role.profile'])
      .where('user_role.user_id', '=', id)
      .orderBy('role.name')
      .execute(),
  ])
  if (user === undefined) throw notFound()
  return { user, roles: roles as UserView['roles'] }
}

/**
 * Sessions that could still be used, latest first.
 * @param now milliseconds since the epoch
 */
export const readSessions = async (
  sql: Kysely<DB>,
  userId: number,
  now: number,
): Promise<Omit<UserSession, 'isOwn'>[]> => {
  const at = instantOf(now)
  const { rows } = await raw<Omit<UserSession, 'isOwn' | 'device'> & { device: string | null }>`
    select user_session.id, started_at as "startedAt", address, user_agent as "device",
      coalesce(max(refresh_token.issued_at), started_at) as "lastSeenAt"
    from user_session
    left join refresh_token on refresh_token.session_id = user_session.id
    where user_id = ${userId} and ended_at is null and user_session.expires_at > ${at}
    group by user_session.id
    having max(refresh_token.expires_at) is null or max(refresh_token.expires_at) > ${at}
    order by started_at desc, user_session.id desc`.execute(sql)
  return rows.map((row) => ({ ...row, device: describeDevice(row.device) }))
}
