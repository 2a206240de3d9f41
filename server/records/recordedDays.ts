import { sql as raw } from 'kysely'
import type { Writing } from '../writes/write.ts'
import { everyKindOnServer } from './kinds.ts'

/** Every day on which a record of the patient says that something happened or is planned; deleted records say nothing. */
export const recordedDays = async ({ sql }: Writing, patientId: number): Promise<string[]> => {
  const ofKinds = everyKindOnServer.flatMap(({ select, days }) =>
    days.map(
      (day) => raw`
        select r.${raw.ref(day)} as day from (${select}) as r
        where r."patientId" = ${patientId} and r."isActive"`,
    ),
  )
  const { rows } = await raw<{ day: string }>`
    select day from (${raw.join(ofKinds, raw` union all `)}) as recorded where day is not null`.execute(sql)
  return rows.map(({ day }) => day)
}
