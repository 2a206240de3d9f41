import { Client, type ClientBase } from 'pg'

/** The name of a statement, as the comment before it has it. */
export const nameInFront = /^\s*\/\* prepared: ([a-zA-Z ]{1,50}) \*\//

/**
 * Lets a statement be prepared that goes through Kysely, which knows no names: one that begins with a comment such as
 * `prepared: find likely duplicates` is parsed and planned once for each connection instead of each time, which is
 * most of its cost. The text behind a name must always be the same, and only what one plan suits should have a name.
 */
export const prepareNamed = (client: ClientBase): void => {
  const query = (statement: unknown, ...rest: unknown[]): unknown => {
    const name = typeof statement === 'string' ? nameInFront.exec(statement)?.[1] : undefined
    const asked = name === undefined ? statement : { name, text: statement }
    return Reflect.apply(Client.prototype.query, client, [asked, ...rest])
  }
  client.query = query as ClientBase['query']
}
