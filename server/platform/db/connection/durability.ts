import { withClient } from './withClient.ts'

/**
 * Throws if the database acknowledges commits that a power cut could lose (DU-2). Checks as the application's login,
 * because synchronous_commit can be set for a role.
 */
export const assertDurable = (databaseUrl: string): Promise<void> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select name from pg_settings
        where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'
        order by name`,
    )
    const lines = rows.map(
      ({ name }) => `The database has ${name} off, so a power cut could lose saved records: please set it on`,
    )
    if (lines.length > 0) throw new Error(lines.join('\n'))
  })
