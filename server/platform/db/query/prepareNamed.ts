import { Client, type ClientBase } from 'pg'

/** Matches the name of a statement in the comment in front of it. */
export const nameInFront = /^\s*\/\* prepared: ([a-zA-Z ]{1,50}) \*\//

/**
 * Lets statements that go through Kysely, which supports no names, be prepared. A statement that begins with a comment
 * such as `prepared: find likely duplicates` is parsed and planned once per connection instead of every time, which is
 * most of its cost. The text behind a name must always be the same, and only a statement that a single plan suits
 * should have a name.
 */
export const prepareNamed = (client: ClientBase): void => {
  const query = (statement: unknown, ...rest: unknown[]): unknown => {
    const name = typeof statement === 'string' ? nameInFront.exec(statement)?.[1] : undefined
    const asked = name === undefined ? statement : { name, text: statement }
    return Reflect.apply(Client.prototype.query, client, [asked, ...rest])
  }
  client.query = query as ClientBase['query']
}
