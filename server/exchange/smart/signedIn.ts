/**
 * SQL for the user of a session that is still open, as the screens judge it (accounts/sessions/principal.ts), and the
 * roles that count. No row once the user signed out, was idle too long, or may no longer sign in.
 * @param of the row with `session_id` and `role_id`
 * @param now the parameter with the instant
 */
export const signedIn = (of: string, now: string): string => `
  select app_user.id as user_id, coalesce((
      select jsonb_agg(jsonb_build_object('name', role.name, 'profile', role.profile) order by role.id)
      from user_role join role on role.id = user_role.role_id
      where user_role.user_id = app_user.id and role.is_active and role.id = coalesce(${of}.role_id, role.id)
    ), '[]'::jsonb) as roles
  from user_session join app_user on app_user.id = user_session.user_id
  where user_session.id = ${of}.session_id and user_session.ended_at is null and user_session.expires_at > ${now}
    and app_user.is_active and not app_user.must_change_password
    and (exists (select from access_token as access
        where access.session_id = user_session.id and access.expires_at > ${now})
      or exists (select from refresh_token as refresh
        where refresh.session_id = user_session.id and refresh.rotated_at is null and refresh.expires_at > ${now}))`
