import { sql as raw } from 'kysely'
import type { PatientInput } from '../../contract/patient.ts'
import { ValidationProblem } from '../errors.ts'
import type { StoredRow } from '../writes/saveRow.ts'
import type { Writing } from '../writes/write.ts'

type Before = StoredRow<'patient'> | null

const notListed = 'Choose from the list'

/**
 * A choice newly made must be active; one that was there before stays valid.
 * The registered GP is a practice, and a branch is one of that practice. Everything is looked up in one statement.
 */
export const requireChoices = async (
  { sql }: Writing,
  input: PatientInput,
  before: Before,
): Promise<void> => {
  const practice = valueAfter(input.registeredGP, before?.registered_gp)
  const branch = valueAfter(input.registeredGP_Branch, before?.registered_gp_branch)
  const isSamePractice = practice === (before?.registered_gp ?? null)
  const chosen = {
    genderId: newlyChosen(input.genderId, before?.gender_id),
    namePrefix: newlyChosen(input.namePrefix, before?.name_prefix_id),
    ethnicity: newlyChosen(input.ethnicity, before?.ethnicity_id),
    registeredGP: isSamePractice ? null : practice,
    registeredGP_Branch: isSamePractice && branch === before?.registered_gp_branch ? null : branch,
  }
  const made = (Object.keys(chosen) as (keyof typeof chosen)[]).filter((field) => chosen[field] !== null)
  if (made.length === 0) return
  const { rows } = await raw<Record<keyof typeof chosen, boolean | null>>`
    /* prepared: look choices up */
    select
      (select is_active from gender where id = ${chosen.genderId}) as "genderId",
      (select is_active from name_prefix where id = ${chosen.namePrefix}) as "namePrefix",
      (select is_active from ethnicity where id = ${chosen.ethnicity}) as ethnicity,
      (select is_active and type = 'GP Practices' from organisation where id = ${chosen.registeredGP})
        as "registeredGP",
      (select organisation.is_active and type = 'Branch Surgeries' and link.is_active
          and link.parent_organisation_id = ${practice}
        from organisation join organisation_parent as link on link.organisation_id = organisation.id
        where organisation.id = ${chosen.registeredGP_Branch}) as "registeredGP_Branch"`.execute(sql)
  const failed = made.filter((field) => rows[0]?.[field] !== true)
  if (failed.length > 0)
    throw new ValidationProblem(
      Object.fromEntries(failed.map((field) => [field, messages[field] ?? notListed])),
    )
}

const messages: Partial<Record<keyof PatientInput, string>> = {
  registeredGP: 'Choose a GP practice from the list',
  registeredGP_Branch: 'Choose a branch of the registered practice',
}

/** The choice, if it is another than before; null when there is nothing to look up. */
const newlyChosen = (chosen: number | null | undefined, before: number | null | undefined): number | null =>
  chosen == null || chosen === before ? null : chosen

/** What a column holds after the save: an absent field stays as it was. */
const valueAfter = (sent: string | null | undefined, before: string | null | undefined): string | null =>
  sent === undefined ? (before ?? null) : sent

/** The same rule for the title of a next of kin. */
export const requireTitle = async (
  { sql }: Writing,
  chosen: number | null | undefined,
  before: number | null,
): Promise<void> => {
  const title = newlyChosen(chosen, before)
  if (title === null) return
  const row = await sql
    .selectFrom('name_prefix')
    .select('is_active')
    .where('id', '=', title)
    .executeTakeFirst()
  if (row?.is_active !== true) throw new ValidationProblem({ namePrefix: notListed })
}
