import type { Call } from '../../platform/http/calls/route.ts'

/** Name of the caller, as shown on printed and saved reports. */
export const callerName = async ({ principal, service }: Call): Promise<string> => {
  const { display_name: name } = await service.db.sql
    .selectFrom('app_user')
    .select('display_name')
    .where('id', '=', principal.userId)
    .executeTakeFirstOrThrow()
  return name
}
