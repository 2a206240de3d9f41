import type { Kysely } from 'kysely'
import { holds, type Narrowing, type Profile } from '../../../contract/accounts/permissions.ts'
import type { DB } from '../../platform/db/types.ts'
import { ImportProblem } from './files/problem.ts'

/** The user in whose name an import writes. They must be allowed to do by hand what the import does. */
export interface Importer {
  userId: number
  role: string
}

/** What bringing in patients, and what loading case-finding lists, asks for. */
const needed = {
  records: {
    capabilities: ['patient.write', 'pathway.write', 'clinical.write'],
    words: 'register patients and write clinical records, so nothing can be imported',
  },
  lists: {
    capabilities: ['caseFinding.write'],
    words: 'load case-finding lists, so none can be loaded',
  },
} as const

export const findImporter = async (
  sql: Kysely<DB>,
  userName: string,
  narrowing: Narrowing,
  what: keyof typeof needed = 'records',
): Promise<Importer> => {
  const rows = await sql
    .selectFrom('app_user')
    .innerJoin('user_role', 'user_role.user_id', 'app_user.id')
    .innerJoin('role', 'role.id', 'user_role.role_id')
    .select(['app_user.id', 'role.name', 'role.profile'])
    .where('app_user.user_name_key', '=', userName.toLowerCase())
    .where('app_user.is_active', '=', true)
    .where('role.is_active', '=', true)
    .orderBy('role.id')
    // The column contains only profiles.
    .$narrowType<{ profile: Profile }>()
    .execute()
  const able = rows.find(({ profile }) =>
    needed[what].capabilities.every((capability) => holds([profile], capability, narrowing)),
  )
  if (able === undefined)
    throw new ImportProblem([
      rows.length === 0
        ? `No active user is called ${userName}.`
        : `${userName} may not ${needed[what].words} under that name.`,
    ])
  return { userId: able.id, role: able.name }
}
