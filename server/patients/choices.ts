import type { PatientInput } from '../../contract/patient.ts'
import { FieldFailure } from '../errors.ts'
import type { Writing } from '../write.ts'

type Before = Record<string, unknown> | null

/**
 * A choice newly made must be active; one that was there before stays valid (trust section 5, item 18).
 * The registered GP is a practice, and a branch is one of that practice.
 */
export const demandChoices = async (writing: Writing, input: PatientInput, before: Before): Promise<void> => {
  const lists = [
    ['gender', 'genderId', 'gender_id', input.genderId],
    ['name_prefix', 'namePrefix', 'name_prefix_id', input.namePrefix],
    ['ethnicity', 'ethnicity', 'ethnicity_id', input.ethnicity],
  ] as const
  for (const [table, field, column, chosen] of lists) {
    if (chosen == null || chosen === before?.[column]) continue
    const row = await writing.sql
      .selectFrom(table)
      .select('is_active')
      .where('id', '=', chosen)
      .executeTakeFirst()
    if (row?.is_active !== true) throw new FieldFailure({ [field]: 'Choose from the list' })
  }
  await demandPractice(writing, input, before)
}

const demandPractice = async ({ sql }: Writing, input: PatientInput, before: Before): Promise<void> => {
  const practice = input.registeredGP === undefined ? (before?.['registered_gp'] ?? null) : input.registeredGP
  const branch =
    input.registeredGP_Branch === undefined
      ? (before?.['registered_gp_branch'] ?? null)
      : input.registeredGP_Branch
  if (practice !== null && practice !== before?.['registered_gp']) {
    const row = await sql
      .selectFrom('organisation')
      .select(['type', 'is_active'])
      .where('id', '=', practice as string)
      .executeTakeFirst()
    if (row?.type !== 'GP Practices' || !row.is_active)
      throw new FieldFailure({ registeredGP: 'Choose a GP practice from the list' })
  }
  if (branch === null) return
  const isSame = branch === before?.['registered_gp_branch'] && practice === before['registered_gp']
  if (isSame) return
  const row = await sql
    .selectFrom('organisation')
    .innerJoin('organisation_parent', 'organisation_parent.organisation_id', 'organisation.id')
    .select(['type', 'organisation.is_active', 'parent_organisation_id'])
    .where('organisation.id', '=', branch as string)
    .executeTakeFirst()
  if (row?.type !== 'Branch Surgeries' || !row.is_active || row.parent_organisation_id !== practice)
    throw new FieldFailure({ registeredGP_Branch: 'Choose a branch of the registered practice' })
}
