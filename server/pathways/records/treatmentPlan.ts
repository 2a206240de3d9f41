import type { Kysely } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { z } from 'zod'
import { today, type CalendarDate } from '../../../contract/platform/dates/dates.ts'
import type { FieldErrors } from '../../../contract/platform/calls/problem.ts'
import {
  goalsNotAchievedCode,
  reasonFor,
  reasonRequired,
  treatmentPlan,
  treatmentPlanInput,
  treatmentPlanRecord,
} from '../../../contract/pathways/records/treatmentPlan.ts'
import type { DB } from '../../platform/db/types.ts'
import { selected } from '../../platform/writes/columns.ts'
import { ValidationProblem } from '../../platform/errors.ts'
import type { StoredRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { recordColumns, recordKind, recordsOnPathway } from './kind.ts'
import { onPathway } from './parents.ts'

type TreatmentPlanInput = z.output<typeof treatmentPlanInput>

const isNo = async (sql: Kysely<DB>, goalsAchievedId: number | null): Promise<boolean> => {
  if (goalsAchievedId === null) return false
  const goals = await sql
    .selectFrom('goals_achieved')
    .select('code')
    .where('id', '=', goalsAchievedId)
    .executeTakeFirst()
  return goals?.code === goalsNotAchievedCode
}

/** Absent fields keep their stored values; the rule applies to the result of the save. */
const settleGoals = async (
  writing: Writing,
  input: TreatmentPlanInput,
  before: StoredRow<'treatment_plan'> | null,
) => {
  const goalsAchievedId =
    input.goalsAchievedId === undefined ? (before?.goals_achieved_id ?? null) : input.goalsAchievedId
  const goalsNotAchievedReason =
    input.goalsNotAchievedReason === undefined
      ? before?.goals_not_achieved_reason
      : input.goalsNotAchievedReason
  const settled = reasonFor({ goalsNotAchievedReason }, await isNo(writing.sql, goalsAchievedId))
  if (settled === null) throw new ValidationProblem({ goalsNotAchievedReason: reasonRequired })
  return {
    goals_not_achieved_reason: settled.reason,
    ended_date: endedOn(input, before, goalsAchievedId !== null),
  }
}

const goalsAsSent = treatmentPlanInput.pick({ goalsAchievedId: true, goalsNotAchievedReason: true })

/**
 * Asks for the reason together with whatever else is missing. If a save leaves the field out, `settle` asks for it once
 * the rest is right.
 */
const reasonBeside = async (
  sql: Kysely<DB>,
  sent: Readonly<Record<string, unknown>>,
): Promise<FieldErrors> => {
  const { success, data } = goalsAsSent.safeParse(sent)
  const isLeftOut = data?.goalsNotAchievedReason === undefined && sent['id'] !== 0
  if (!success || isLeftOut || !(await isNo(sql, data.goalsAchievedId ?? null))) return {}
  return reasonFor(data, true) === null ? { goalsNotAchievedReason: reasonRequired } : {}
}

/**
 * The day on which the plan ended: as sent, otherwise as stored, otherwise today; null without an outcome. Correcting
 * the outcome keeps the day, so that a late entry does not delay the calls.
 *
 * A plan that is still booked will not take place, so its outcome ends it today. If a sender that leaves out the last
 * day moves the plan past it, the plan ends on its new day: the nearest to what was stored, so that the calls move
 * least.
 *
 * A last day that is returned unchanged follows the outcome and is not the sender's mistake: a conflict is reported at
 * the field that was changed.
 */
const endedOn = (
  { treatmentDate, endedDate }: TreatmentPlanInput,
  before: StoredRow<'treatment_plan'> | null,
  hasOutcome: boolean,
): CalendarDate | null => {
  const stored = before?.ended_date ?? null
  const isAsRead = endedDate != null && endedDate === stored
  if (!hasOutcome) {
    if (endedDate != null && !isAsRead)
      throw new ValidationProblem({
        endedDate: 'A plan ends with a goals outcome: choose it, or clear this day',
      })
    return null
  }
  const ended = endedDate ?? stored ?? today()
  if (ended === stored && treatmentDate === before?.treatment_date) return ended
  if (treatmentDate > today() && endedDate == null) return today()
  if (treatmentDate > today() && isAsRead && ended !== today())
    throw new ValidationProblem({
      treatmentDate: 'The plan has ended, so it cannot be booked for a later day',
    })
  if (treatmentDate > today() && ended !== today())
    throw new ValidationProblem({ endedDate: 'A plan that is booked for a later day ends today' })
  if (ended >= treatmentDate || ended === today()) return ended
  if (endedDate == null) return treatmentDate
  if (isAsRead)
    throw new ValidationProblem({
      treatmentDate: 'The treatment date is after the day on which the plan ended',
    })
  throw new ValidationProblem({ endedDate: 'The day is before the treatment date' })
}

export const treatmentPlanColumns = recordColumns(treatmentPlanInput.shape)

export const treatmentPlanKind = recordKind(treatmentPlan, {
  entity: 'treatmentPlan',
  table: 'treatment_plan',
  labels: treatmentPlanRecord.labels,
  parent: onPathway,
  columns: treatmentPlanColumns,
  settle: settleGoals,
  missingBeside: reasonBeside,
  select: recordsOnPathway('treatment_plan')
    .innerJoin('clinician', 'clinician.id', 'record.clinician_id')
    .innerJoin('location', 'location.id', 'record.location_id')
    .leftJoin('goals_achieved', 'goals_achieved.id', 'record.goals_achieved_id')
    .select(selected('record', treatmentPlanColumns))
    .select(({ ref }) =>
      jsonBuildObject({
        clinician: ref('clinician.display_name'),
        location: ref('location.name'),
        goalsAchieved: ref('goals_achieved.name'),
      }).as('names'),
    ),
  days: ['treatmentDate', 'assessmentDate'],
})
