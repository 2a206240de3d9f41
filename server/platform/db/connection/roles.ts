import type { Client } from 'pg'

/** Passwords of the embedded database's logins, generated when the database is created. */
export interface Passwords {
  superuser: string
  owner: string
  application: string
}

export const ownerRole = 'surefoot_owner'
export const applicationRole = 'surefoot_login'
export const databaseName = 'surefoot'

/**
 * Creates the owner of the schema, the application's login (with no rights of its own) and the database, if they are
 * missing.
 */
export const provideRoles = async (superuser: Client, passwords: Passwords): Promise<void> => {
  await provideRole(superuser, ownerRole, 'createrole createdb', passwords.owner)
  await provideRole(superuser, applicationRole, '', passwords.application)
  const { rowCount } = await superuser.query('select from pg_database where datname = $1', [databaseName])
  if (rowCount === 0) await superuser.query(`create database ${databaseName} owner ${ownerRole}`)
}

const provideRole = async (
  superuser: Client,
  name: string,
  rights: string,
  password: string,
): Promise<void> => {
  const { rowCount } = await superuser.query('select from pg_roles where rolname = $1', [name])
  if (rowCount !== 0) return
  await superuser.query(`create role ${name} login ${rights} password ${superuser.escapeLiteral(password)}`)
}
