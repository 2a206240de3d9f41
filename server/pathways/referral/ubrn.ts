import { sql as raw } from 'kysely'
import { HttpProblem, ValidationProblem } from '../../platform/errors.ts'
import type { Writing } from '../../platform/writes/write.ts'

/**
 * Refuses a second open referral of one UBRN, also of another patient. Call it after the referral is on its work list,
 * which is what makes it open. Saves of one number wait for each other, so that two at once do not both pass.
 */
export const assertOnlyOpenOfUbrn = async (
  writing: Writing,
  pathwayId: number,
  ubrn: string | null | undefined,
): Promise<void> => {
  if (ubrn != null && (await isOpenTwice(writing, pathwayId, ubrn))) throw ubrnTaken()
}

/** The same for a change that has no form, such as reinstating. */
export const assertMayOpenAgain = async (
  writing: Writing,
  pathwayId: number,
  ubrn: string | null | undefined,
): Promise<void> => {
  if (ubrn != null && (await isOpenTwice(writing, pathwayId, ubrn)))
    throw new HttpProblem(409, 'conflict', `${ubrnTakenWords} Nothing was saved.`)
}

const ubrnTakenWords = 'Another open referral has this UBRN. Find it by typing the UBRN into the search box.'

export const ubrnTaken = (): ValidationProblem => new ValidationProblem({ ubrn: ubrnTakenWords })

const isOpenTwice = async ({ sql }: Writing, pathwayId: number, ubrn: string): Promise<boolean> => {
  await raw`select pg_advisory_xact_lock(hashtextextended(${`ubrn ${ubrn}`}, 0))`.execute(sql)
  const { rows } = await raw<{ id: number }>`
    select pathway.id from pathway join work_list on work_list.pathway_id = pathway.id
    where pathway.ubrn = ${ubrn}`.execute(sql)
  return rows.some(({ id }) => id === pathwayId) && rows.length > 1
}
