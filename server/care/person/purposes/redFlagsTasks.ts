import { sql as raw } from 'kysely'
import type { Trace } from '../../../platform/audit/auditTrail.ts'
import { addRows } from '../../../platform/writes/addRows.ts'
import { taskTable } from '../../../pathways/tasks/columns.ts'
import type { Acting } from '../pages/personPages.ts'

/** Adds tasks that are due on a day, each unless an open one of that referral says the same for that day or an earlier one. */
export const addTasksOnce = async (
  sql: Acting['sql'],
  pathwayId: number,
  day: string,
  texts: readonly string[],
): Promise<Trace> => {
  if (texts.length === 0) return {}
  const { rows } = await raw<{ text: string }>`
    select text from task where pathway_id = ${pathwayId} and closed_at is null and due_date <= ${day}::date
      and text = any(${[...texts]}::text[])`.execute(sql)
  const known = new Set(rows.map(({ text }) => text))
  const added = await addRows(
    { sql, userId: null },
    taskTable,
    texts.filter((text) => !known.has(text)).map((text) => ({ pathway_id: pathwayId, text, due_date: day })),
  )
  return { pathwayIds: [pathwayId], records: added.map(({ record }) => record) }
}
