import type { Endpoint } from '../../../contract/platform/calls/endpoint.ts'
import type { SheetType } from '../../../contract/platform/calls/sheet.ts'
import { bearer, requestOf, type Wire } from '../values/request.ts'
import type { TestService } from '../process/service.ts'
import { telephoneCells, textCells } from '../reading/sheetTexts.ts'
import type { TestUser } from './users.ts'

/** Users with all those telephone numbers, and genders with all those codes. */
export const fillSheetWorld = async ({ db }: TestService): Promise<void> => {
  await db.owner.query(
    `insert into app_user (user_name, user_name_key, family_name, first_name, display_name, default_role_id,
       provider_identifier, password_hash, phone_number)
     select 'phone' || n, 'phone' || n, 'Phone', 'Kim', 'PHONE, Kim ' || n, (select min(id) from role), 'phone' || n, 'none', number
     from unnest($1::text[]) with ordinality as given (number, n)`,
    [telephoneCells.map(([stored]) => stored)],
  )
  await db.owner.query(
    `insert into gender (internal_code, code, name)
     select code, code, 'Choice ' || n from unnest($1::text[]) with ordinality as given (code, n)`,
    [textCells.map(([stored]) => stored)],
  )
}

/** A grid, saved whole. */
export const saveSheet = async (
  { app }: TestService,
  user: TestUser,
  call: Endpoint,
  type: SheetType,
  of: Wire = {},
): Promise<Buffer> => {
  const { statusCode, rawPayload } = await app.inject(requestOf(call, { ...of, type }, bearer(user)))
  if (statusCode !== 200) throw new Error(`${call.path} answered ${statusCode}: ${rawPayload.toString()}`)
  return rawPayload
}
