import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { sql as raw, type Kysely, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import {
  hasTeam,
  unsafeAddress,
  type approveClient,
  type ClientRow,
  type ClientView,
  type saveClient,
} from '../../../contract/exchange/client.ts'
import { linesOf } from '../../../contract/exchange/appAddress.ts'
import { fhirTypes } from '../../../contract/exchange/fhir/types.ts'
import { readPublicKeys } from '../../../contract/exchange/publicKeys.ts'
import type { CheckedInputOf } from '../../../contract/platform/calls/endpoint.ts'
import { instantOf } from '../../../contract/platform/words/format.ts'
import type { DB } from '../../platform/db/types.ts'
import { HttpProblem, notFound, ValidationProblem } from '../../platform/errors.ts'
import { requireActiveChoices } from '../../platform/writes/activeChoices.ts'
import { valuesOf } from '../../platform/writes/columns.ts'
import { addRow, changeRow, lockRow, type SavedRow, type StoredRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { clientTable, clientColumns } from './columns.ts'

type Client = StoredRow<'fhir_client'>
type Which = z.output<typeof approveClient.input>

const refuse = (message: string): HttpProblem => new HttpProblem(409, 'conflict', message)

/** @param day today, which decides who has expired */
const rows = (which: RawBuilder<unknown>, day: string) => raw<ClientView>`
  select client.id, client.version, client.client_id as "clientId", client.kind, client.name, client.organisation, client.contact,
    client.purpose, client.team_id as "teamId", client.types, client.expires_date as "expiresDate",
    case when client.revoked_at is not null then 'revoked' when client.expires_date < ${day} then 'expired'
      when client.approved_at is null then 'waiting' else 'active' end as state,
    client.created_by as "registeredById", registrant.display_name as "registeredBy",
    client.updated_by as "changedById", changer.display_name as "changedBy", client.updated_at as "changedAt",
    approver.display_name as "approvedBy", client.approved_at as "approvedAt",
    revoker.display_name as "revokedBy", client.revoked_at as "revokedAt", client.last_used_at as "lastUsedAt",
    jsonb_pretty(client.jwks) as jwks, client.jwks_url as "jwksUrl",
    nullif(array_to_string(client.redirect_urls, E'\\n'), '') as "redirectUrls", client.launch_url as "launchUrl",
    client.message_url as "messageUrl",
    jsonb_build_object('team', team.name) as names
  from fhir_client as client
  left join team on team.id = client.team_id
  left join app_user as registrant on registrant.id = client.created_by
  left join app_user as changer on changer.id = client.updated_by
  left join app_user as approver on approver.id = client.approved_by
  left join app_user as revoker on revoker.id = client.revoked_by
  where ${which}
  order by lower(client.name), client.id`

export const readClients = async (sql: Kysely<DB>, day: string): Promise<ClientRow[]> =>
  (await rows(raw`true`, day).execute(sql)).rows

export const readClient = async (sql: Kysely<DB>, id: number, day: string): Promise<ClientView> => {
  const found = (await rows(raw`client.id = ${id}`, day).execute(sql)).rows[0]
  if (found === undefined) throw notFound()
  return found
}

/**
 * Registers a client, or changes one. A change takes back what Information Governance agreed to, and its tokens, so that
 * none outlives a right that was narrowed.
 * @param keyHosts hosts whose keys may be fetched without https
 */
export const saveClientRow = async (
  writing: Writing,
  input: CheckedInputOf<typeof saveClient>,
  keyHosts: readonly string[],
): Promise<SavedRow> => {
  const { id, version } = input
  for (const field of ['jwksUrl', 'messageUrl'] as const) assertSafeAddress(field, input[field], keyHosts)
  const before = id === 0 ? null : await lockLiving(writing, id)
  const values = { ...settled(input, before), approved_at: null, approved_by: null }
  await requireActiveChoices(writing, clientTable, values, before)
  const row = { ...clientTable, patientId: null }
  if (before === null) return addRow(writing, { ...row, values: { ...values, client_id: randomUUID() } })
  const saved = await changeRow(writing, { ...row, id, version, locked: before, values })
  if (saved.version !== before.version) await deleteTokens(writing, id)
  return saved
}

/** Agrees to a client as a second person. Agreeing again changes nothing. */
export const approve = async (writing: Writing, { id, version }: Which, now: number): Promise<SavedRow> => {
  const locked = await lockLiving(writing, id)
  if (locked.approved_at !== null) return { id, version: locked.version }
  if (writing.userId === locked.created_by || writing.userId === locked.updated_by)
    throw refuse('You registered or changed this client yourself. Somebody else must agree to it.')
  const values = { approved_at: instantOf(now), approved_by: writing.userId }
  return changeRow(writing, { ...clientTable, id, version, locked, values, patientId: null })
}

/** Ends a client and its tokens for good. Revoking again changes nothing. */
export const revoke = async (writing: Writing, { id, version }: Which, now: number): Promise<SavedRow> => {
  const locked = await lockRow(writing, 'fhir_client', id)
  if (locked.revoked_at !== null) return { id, version: locked.version }
  const values = { revoked_at: instantOf(now), revoked_by: writing.userId }
  const saved = await changeRow(writing, { ...clientTable, id, version, locked, values, patientId: null })
  await deleteTokens(writing, id)
  return saved
}

const lockLiving = async (writing: Writing, id: number): Promise<Client> => {
  const locked = await lockRow(writing, 'fhir_client', id)
  if (locked.revoked_at !== null)
    throw refuse('This client was revoked, which is final. Register it again if it is needed.')
  return locked
}

/** Also what has not become a token yet. */
const deleteTokens = async ({ sql }: Writing, clientId: number): Promise<void> => {
  for (const table of ['fhir_token', 'fhir_code', 'fhir_launch'] as const)
    await sql.deleteFrom(table).where('client_id', '=', clientId).execute()
}

/** The values as they are stored. A value that is only written differently counts as unchanged. */
const settled = (input: CheckedInputOf<typeof saveClient>, before: Client | null) => {
  const types = fhirTypes.filter((type) => input.types.includes(type))
  const keys = input.jwks == null ? [] : readPublicKeys(input.jwks)
  if (typeof keys === 'string') throw new ValidationProblem({ jwks: keys })
  const jwks = keys.length === 0 ? null : { keys: keys.map((key) => ({ ...key })) }
  if (input.kind === 'program')
    for (const field of ['redirectUrls', 'launchUrl'] as const)
      if (input[field] != null) throw new ValidationProblem({ [field]: 'Only an app has this address' })
  const redirectUrls = linesOf(input.redirectUrls)
  return {
    ...valuesOf(clientColumns, input),
    types: before !== null && isDeepStrictEqual(types, before.types) ? before.types : types,
    jwks: before !== null && isDeepStrictEqual(jwks, before.jwks) ? before.jwks : jwks,
    jwks_url: jwks === null ? input.jwksUrl : null,
    redirect_urls:
      before !== null && isDeepStrictEqual(redirectUrls, before.redirect_urls)
        ? before.redirect_urls
        : redirectUrls,
    ...(input.kind === 'program' && { launch_url: null }),
    ...(!hasTeam(input.purpose) && { team_id: null }),
    ...(input.purpose !== 'referring' && { message_url: null }),
  }
}

export const assertSafeAddress = (
  field: 'jwksUrl' | 'messageUrl' | 'endpoint',
  address: string | null | undefined,
  keyHosts: readonly string[],
): void => {
  if (address == null) return
  const url = URL.parse(address)
  if (url === null || (url.protocol !== 'https:' && !keyHosts.includes(url.hostname)))
    throw new ValidationProblem({ [field]: unsafeAddress })
}
