import { randomBytes } from 'node:crypto'
import type { ListKind } from '../../../contract/exchange/caseFinding/listKind.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import type { TypedTold } from '../../../contract/exchange/incoming/told.ts'
import type { Eligibility } from '../../../contract/exchange/incoming/eligibility.ts'
import type { TestService } from '../../testing/process/service.ts'
import { anIncoming, toldOf } from './incomingWorld.ts'

interface ListedAs {
  person?: Partial<TypedTold['person']>
  isOptedOut?: boolean
  eligibility?: Eligibility
}

interface AList {
  kind?: ListKind
  sender?: string
  listDate?: string
  people: readonly ListedAs[]
}

/** A case-finding list as it was loaded, with the ids of its people in order. */
export const aList = async (
  { db, time }: Pick<TestService, 'db' | 'time'>,
  {
    kind = 'frailty',
    sender = 'Willow Lane Surgery',
    listDate = addDays(today(time.now), -10),
    people,
  }: AList,
): Promise<{ id: number; people: number[] }> => {
  const { id } = await db.sql
    .insertInto('case_finding_list')
    .values({
      kind,
      sender,
      list_date: listDate,
      legal_basis: 'Direct care',
      content: randomBytes(32),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = await db.sql
    .insertInto('listed_person')
    .values(
      people.map(({ person = {}, isOptedOut = false, eligibility = 'comprehensive' }, place) => ({
        list_id: id,
        row_number: place + 1,
        told: JSON.stringify(toldOf({ person })),
        eligibility,
        is_opted_out: isOptedOut,
      })),
    )
    .returning('id')
    .execute()
  return { id, people: rows.map((row) => row.id) }
}

/** Sends a listed person to triage; returns the incoming referral. */
export const toTriage = async (
  service: Pick<TestService, 'db' | 'parts'>,
  listedId: number,
): Promise<{ id: number; version: number }> => {
  const { told } = await service.db.sql
    .selectFrom('listed_person')
    .select('told')
    .where('id', '=', listedId)
    .executeTakeFirstOrThrow()
  const { id } = await anIncoming(service, {
    source: 'caseFinding',
    messageId: `listed ${listedId}`,
    told: told as unknown as TypedTold,
  })
  await service.db.sql
    .updateTable('listed_person')
    .set({ incoming_referral_id: id })
    .where('id', '=', listedId)
    .execute()
  return { id, version: 1 }
}
