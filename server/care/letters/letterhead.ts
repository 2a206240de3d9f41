import type { Kysely } from 'kysely'
import type { CheckedInputOf } from '../../../contract/platform/calls/endpoint.ts'
import {
  notSaidSecure,
  type Letterhead,
  type LetterAddressRow,
  type saveLetterAddress,
  type saveLetterhead,
} from '../../../contract/care/letters/letterhead.ts'
import type { DB } from '../../platform/db/types.ts'
import { ValidationProblem } from '../../platform/errors.ts'
import { selected, valuesOf } from '../../platform/writes/columns.ts'
import { addRow, changeRow, type SavedRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { letterAddressColumns, letterAddressTable, letterheadColumns, letterheadTable } from './columns.ts'

/** There is a single letterhead for the whole service. */
export const letterheadId = 1

export const readLetterhead = (sql: Kysely<DB>): Promise<Letterhead> =>
  sql
    .selectFrom('letterhead')
    .select(['letterhead.version', ...selected('letterhead', letterheadColumns)])
    .executeTakeFirstOrThrow()

export const saveLetterheadRow = (
  writing: Writing,
  input: CheckedInputOf<typeof saveLetterhead>,
): Promise<SavedRow> =>
  changeRow(writing, {
    ...letterheadTable,
    id: letterheadId,
    version: input.version,
    values: valuesOf(letterheadColumns, input),
    patientId: null,
  })

export const readLetterAddresses = (sql: Kysely<DB>): Promise<LetterAddressRow[]> =>
  sql
    .selectFrom('letter_address')
    .innerJoin('organisation', 'organisation.id', 'letter_address.organisation_id')
    .select(['letter_address.id', 'letter_address.version', 'organisation.name'])
    .select(selected('letter_address', letterAddressColumns))
    .orderBy('organisation.name')
    .orderBy('letter_address.id')
    .$castTo<LetterAddressRow>()
    .execute()

/**
 * One address for each organisation. A new address must be confirmed as secure, because patients’ letters are sent to
 * it.
 */
export const saveLetterAddressRow = async (
  writing: Writing,
  input: CheckedInputOf<typeof saveLetterAddress>,
): Promise<SavedRow> => {
  const { sql } = writing
  const { organisationId, email = null, meshForm, meshMailbox, version, isSecure } = input
  const organisation = await sql
    .selectFrom('organisation')
    .select('id')
    .where('id', '=', organisationId)
    // Two users who add an address for the same organisation do so one after the other.
    .forUpdate()
    .executeTakeFirst()
  if (organisation === undefined)
    throw new ValidationProblem({ organisationId: 'There is no organisation with this code' })
  const before = await sql
    .selectFrom('letter_address')
    .select(['id', 'email'])
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst()
  if (email !== null && email !== before?.email && isSecure !== true)
    throw new ValidationProblem({ isSecure: notSaidSecure })
  // An absent field stays as it was, as in every save.
  const values = {
    email,
    ...(meshForm === undefined ? {} : { mesh_form: meshForm }),
    ...(meshMailbox === undefined ? {} : { mesh_mailbox: meshMailbox }),
  }
  return before === undefined
    ? addRow(writing, {
        ...letterAddressTable,
        values: { organisation_id: organisationId, ...values },
        patientId: null,
      })
    : changeRow(writing, {
        ...letterAddressTable,
        id: before.id,
        version,
        values,
        patientId: null,
      })
}
