import { sql as raw } from 'kysely'
import { paperHours } from '../../../../contract/care/person/link.ts'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import { decryptText } from '../../../platform/crypto/encryption.ts'
import { HttpProblem, notFound } from '../../../platform/errors.ts'
import type { PersonService } from '../service.ts'
import { sealedFor } from './sendLink.ts'

const hourMs = 60 * 60_000

/** The code of a link on paper. A printer may jam, so it can be read for a day, until it was used. */
export const readPaper = async (
  { db, secretKey, clock }: PersonService,
  id: number,
): Promise<{ patientId: number; code: string; validUntil: string }> => {
  const { rows } = await raw<{ patientId: number; sealed: Buffer | null; validUntil: string }>`
    select patient_id as "patientId", valid_until as "validUntil",
      case when way = 'paper' and ended_at is null and opened_at is null
        and created_at > ${instantOf(clock() - paperHours * hourMs)} then code_sealed end as sealed
    from person_link where id = ${id}`.execute(db.sql)
  const [link] = rows
  if (link === undefined) throw notFound()
  if (link.sealed === null)
    throw new HttpProblem(409, 'conflict', 'The code can no longer be shown. Give a new link.')
  const code = decryptText(secretKey, sealedFor, link.sealed)
  return {
    patientId: link.patientId,
    validUntil: link.validUntil,
    code: `${code.slice(0, 4)} ${code.slice(4)}`,
  }
}
