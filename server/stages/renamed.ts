import { sql as raw, type Transaction } from 'kysely'
import type { DB } from '../platform/db/types.ts'

/** Names that work lists copy: the column, and the reference to the named row. */
const shown: Partial<Record<keyof DB, { column: string; reference: string }>> = {
  referrer: { column: 'referrer', reference: 'pathway.referrer_id' },
  gender: { column: 'gender', reference: 'patient.gender_id' },
  name_prefix: { column: 'name_prefix', reference: 'patient.name_prefix_id' },
  organisation: { column: 'registered_gp', reference: 'patient.registered_gp' },
}

/**
 * Writes the new names of these rows to the work lists. Call it after the rows have changed, in the same transaction.
 * It locks the pathways as every other command does, so that none writes the old name back.
 */
export const showNewName = async (
  sql: Transaction<DB>,
  table: keyof DB & string,
  ids: readonly (number | string)[],
): Promise<void> => {
  const where = shown[table]
  if (where === undefined || ids.length === 0) return
  const column = raw.ref(where.column)
  const reference = raw.ref(where.reference)
  // A name such as 'Female' is in half of all work-list rows.
  await raw`set local statement_timeout = '60s'`.execute(sql)
  await raw`
    select from work_list
    join pathway on pathway.id = work_list.pathway_id
    join patient on patient.id = work_list.patient_id
    where ${reference} = any(${ids})
    order by pathway.id for update of pathway`.execute(sql)
  await raw`
    update work_list set ${column} = source.name
    from pathway, patient, ${raw.table(table)} as source
    where pathway.id = work_list.pathway_id and patient.id = work_list.patient_id and source.id = ${reference}
      and source.id = any(${ids}) and work_list.${column} is distinct from source.name`.execute(sql)
}
