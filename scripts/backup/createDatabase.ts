import type { ClientBase } from 'pg'

const insufficientPrivilege = '42501'

/**
 * Makes an empty database beside that of the owner, for a copy that is dropped again. Throws, with what to do, where the owner
 * may not.
 * @param orElse what to do instead of giving the owner that right
 */
export const createDatabase = async (owner: ClientBase, name: string, orElse: string): Promise<void> => {
  await owner.query(`create database ${name}`).catch((error: unknown) => {
    if ((error as { code?: string }).code !== insufficientPrivilege) throw error
    throw new Error(
      `The owner may not create a database: please run "alter role … createdb" as a superuser, or ${orElse}.`,
      { cause: error },
    )
  })
}
