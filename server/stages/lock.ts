import { sql as raw, type Selectable } from 'kysely'
import type { CalendarDate } from '../../contract/platform/dates/dates.ts'
import { prepareShort } from '../platform/db/query/compileOnce.ts'
import type { DB } from '../platform/db/types.ts'
import { notFound } from '../platform/errors.ts'
import type { Writing } from '../platform/writes/write.ts'

/** The pathway's row as JSON represents it; instants are left out, because nothing needs them. */
export type LockedPathway = Omit<Selectable<DB['pathway']>, 'created_at' | 'updated_at'>

/** A patient's recorded birth and death. */
export interface Life {
  birth: CalendarDate | null
  death: CalendarDate | null
}

// As one value: the columns of a prepared statement must stay the same when a migration adds one to the table.
const rowOfPathway = raw<LockedPathway>`to_jsonb(pathway)`

/**
 * Locks the pathway's row for this transaction, so that commands on one pathway run one after another. Call before the
 * first change to it or to its records.
 */
export const lockPathway = async ({ sql, looksAt }: Writing, pathwayId: number): Promise<LockedPathway> => {
  looksAt({ pathwayId })
  const [locked] = await prepareShort(
    sql,
    'lock a pathway',
    raw<{
      row: LockedPathway
    }>`select ${rowOfPathway} as row from pathway where id = ${pathwayId} for update`,
  )
  if (locked === undefined) throw notFound()
  return locked.row
}

/**
 * Locks the patient before the pathway. For commands that may record the patient's death, because a death moves the
 * patient's other pathways too.
 */
export const lockPatientAndPathway = async (
  { sql, looksAt }: Writing,
  pathwayId: number,
): Promise<LockedPathway & { life: Life }> => {
  looksAt({ pathwayId })
  // The lock in the subquery is taken while the rows are joined, and the pathway's after that. What is read of a locked
  // row is its latest version.
  const [locked] = await prepareShort(
    sql,
    'lock a patient and a pathway',
    raw<{ row: LockedPathway } & Life>`
    select ${rowOfPathway} as row, person.birth, person.death
    from pathway, (
      select date_of_birth as birth, deceased_date as death from patient
      where id = (select patient_id from pathway where id = ${pathwayId}) for no key update) as person
    where pathway.id = ${pathwayId} for update of pathway`,
  )
  if (locked === undefined) throw notFound()
  const { row, ...life } = locked
  return { ...row, life }
}
