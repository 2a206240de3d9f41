import { Client } from 'pg'

/** Does the work on a connection of its own, which is closed afterwards. For starts and scripts: calls use the pool. */
export const withClient = async <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: url, application_name: 'surefoot start' })
  // A connection that breaks also fails the query that is running, and the next one: nothing is lost here.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
