import type { Pool, PoolClient } from 'pg'

/** Runs the work in one transaction on one connection: everything is stored, or nothing. */
export const inTransaction = async <T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    // The connection may still have an open transaction, so it is not reused.
    client.release(true)
    throw error
  }
}
