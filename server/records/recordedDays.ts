import { sql as raw } from 'kysely'
import { fieldOfColumn } from '../errors.ts'
import type { Writing } from '../write.ts'
import { recordKindsOnServer } from './kinds.ts'

/** Every day on which a record of the patient says that something happened or is planned; deleted records say nothing. */
export const recordedDays = async ({ sql }: Writing, patientId: number): Promise<string[]> => {
  const ofKinds = recordKindsOnServer.flatMap(({ select, days }) =>
    days.map(
      (column) => raw`
        select r.${raw.ref(fieldOfColumn(column))} as day from (${select}) as r
        where r."patientId" = ${patientId} and r."isActive"`,
    ),
  )
  const { rows } = await raw<{ day: string }>`
    select day from (${raw.join(ofKinds, raw` union all `)}) as recorded where day is not null`.execute(sql)
  return rows.map(({ day }) => day)
}
