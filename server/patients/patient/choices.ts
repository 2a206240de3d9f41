import { sql as raw } from 'kysely'
import type { PatientInput } from '../../../contract/patients/patient.ts'
import type { FieldErrors } from '../../../contract/platform/calls/problem.ts'
import { ValidationProblem } from '../../platform/errors.ts'
import { refusedChoices } from '../../platform/writes/activeChoices.ts'
import { valuesOf } from '../../platform/writes/columns.ts'
import type { StoredRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { patientColumns, patientTable } from './columns.ts'

type Before = StoredRow<'patient'> | null

/** Checks the choices of a patient and reports all errors at once. */
export const requireChoices = async (
  writing: Writing,
  input: PatientInput,
  before: Before,
): Promise<void> => {
  const values = valuesOf(patientColumns, input)
  const refused = {
    ...(await refusedChoices(writing, patientTable, values, before, [
      patientColumns.registeredGP,
      patientColumns.registeredGP_Branch,
    ])),
    ...(await refusedPractice(writing, input, before)),
  }
  if (Object.keys(refused).length > 0) throw new ValidationProblem(refused)
}

/**
 * The registered GP must be an active practice, and the branch one of its branches. A value that is already stored
 * stays valid.
 */
export const refusedPractice = async (
  { sql }: Pick<Writing, 'sql'>,
  input: Pick<PatientInput, 'registeredGP' | 'registeredGP_Branch'>,
  before: Before,
): Promise<FieldErrors> => {
  const practice = valueAfter(input.registeredGP, before?.registered_gp)
  const branch = valueAfter(input.registeredGP_Branch, before?.registered_gp_branch)
  const isSamePractice = practice === (before?.registered_gp ?? null)
  const chosen = {
    practice: isSamePractice ? null : practice,
    branch: isSamePractice && branch === before?.registered_gp_branch ? null : branch,
  }
  if (chosen.practice === null && chosen.branch === null) return {}
  const { rows } = await raw<Record<keyof typeof chosen, boolean | null>>`
    /* prepared: look practice and branch up */
    select
      (select is_active and type = 'GP Practices' from organisation where id = ${chosen.practice}) as practice,
      (select organisation.is_active and type = 'Branch Surgeries' and link.is_active
          and link.parent_organisation_id = ${practice}
        from organisation join organisation_parent as link on link.organisation_id = organisation.id
        where organisation.id = ${chosen.branch}) as branch`.execute(sql)
  const isRefused = (one: keyof typeof chosen): boolean => chosen[one] !== null && rows[0]?.[one] !== true
  return {
    ...(isRefused('practice') && { registeredGP: 'Choose a GP practice from the list' }),
    ...(isRefused('branch') && { registeredGP_Branch: 'Choose a branch of the registered practice' }),
  }
}

/** The value of a column after the save: an absent field is unchanged. */
const valueAfter = (sent: string | null | undefined, before: string | null | undefined): string | null =>
  sent === undefined ? (before ?? null) : sent
