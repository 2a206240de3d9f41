import { Client, type ClientBase } from 'pg'

/** Sends each statement without the name under which it would be prepared: a pooler gives the next one another session. */
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
