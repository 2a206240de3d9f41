import { Client, type ClientBase } from 'pg'

/**
 * Sends each statement without its name, so that it is not prepared: behind a pooler the next one may run in another
 * session.
 */
export const withoutNames = (client: ClientBase): void => {
  const query = (statement: unknown, ...rest: unknown[]): unknown => {
    const asked =
      typeof statement === 'object' && statement !== null && 'name' in statement
        ? { ...statement, name: undefined }
        : statement
    return Reflect.apply(Client.prototype.query, client, [asked, ...rest])
  }
  client.query = query as ClientBase['query']
}
