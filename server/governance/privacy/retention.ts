import { sql as raw, type Kysely } from 'kysely'
import {
  mostDue,
  type HoldKind,
  type PatientRetention,
  type Retention,
  type RetentionRow,
} from '../../../contract/governance/retention.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
import { transact } from '../../platform/db/connection/transact.ts'
import type { DB } from '../../platform/db/types.ts'
import { withFlags } from '../../patients/flags/read.ts'
import type { Reader } from '../../patients/flags/withheld.ts'
import { patientGone } from '../../patients/patient/gone.ts'
import { dueDay, lastDays } from './lastDay.ts'
import { sectionOf } from './sections.ts'

/** SQL for whether the patient has nothing open or decided, and no hold on the record. */
const isFree = raw`not exists (select from work_list where work_list.patient_id = patient.id)
  and not exists (select from retention_hold as hold where hold.patient_id = patient.id and hold.ended_at is null)
  and not exists (select from subject_request as asked
    where asked.patient_id = patient.id and asked.released_at is null and asked.closed_at is null)
  and not exists (select from destruction where destruction.patient_id = patient.id and withdrawn_at is null)`

type Unflagged<Row> = Omit<Row, 'flags'>

const whose = raw`patient.id as "patientId", patient.family_name as "familyName", patient.first_name as "firstName",
  (select name from name_prefix where name_prefix.id = patient.name_prefix_id) as "namePrefix",
  patient.nhs_number as "nhsNumber", patient.date_of_birth as "dateOfBirth"`

/** Everything that the screen of Information Governance shows, in one snapshot. */
export const readRetention = (sql: Kysely<DB>, reader: Reader, now: number): Promise<Retention> =>
  transact(
    sql,
    async (reading) => {
      const { rows: due } = await raw<Unflagged<RetentionRow> & { total: number }>`
        select ${whose}, spoken.last_day as "lastDay", ${dueDay} as "dueDay", count(*) over ()::integer as total
        from ${await lastDays(reading)} as spoken
        join patient on patient.id = spoken.patient_id
        where ${dueDay} <= ${today(now)}::date and ${isFree}
        order by "dueDay", patient.id
        limit ${mostDue}`.execute(reading)
      const { rows: held } = await raw<Unflagged<Retention['held'][number]>>`
        select ${whose}, ${holdFields} from retention_hold as hold
        ${holders} join patient on patient.id = hold.patient_id
        where hold.ended_at is null order by hold.id`.execute(reading)
      const { rows: decided } = await raw<Unflagged<Retention['decided'][number]>>`
        select ${whose}, ${decisionFields(reader.userId)} from destruction as decision ${deciders}
        join patient on patient.id = decision.patient_id
        where decision.withdrawn_at is null and decision.confirmed_at is null order by decision.id`.execute(
        reading,
      )
      const { rows: destroyed } = await raw<
        Omit<Retention['destroyed'][number], 'rows'> & { counts: Record<string, number> }
      >`
        select ${decisionFields(reader.userId)}, confirmer.display_name as "confirmedBy", decision.confirmed_at as "confirmedAt",
          decision.counts, decision.documents, to_jsonb(decision.merged_ids) as "mergedIds", decision.sha256
        from destruction as decision ${deciders} left join app_user as confirmer on confirmer.id = decision.confirmed_by
        where decision.confirmed_at is not null order by decision.confirmed_at desc, decision.id desc`.execute(
        reading,
      )
      const flagged = await withFlags(
        reading,
        [
          ...due.map(({ total: _, ...row }) => ({ ...row, list: 'due' as const })),
          ...held.map((row) => ({ ...row, list: 'held' as const })),
          ...decided.map((row) => ({ ...row, list: 'decided' as const })),
        ],
        reader,
      )
      return {
        rules: await rulesOf(reading),
        due: flagged.filter((row) => row.list === 'due'),
        dueTotal: due[0]?.total ?? 0,
        held: flagged.filter((row) => row.list === 'held'),
        decided: flagged.filter((row) => row.list === 'decided'),
        destroyed: destroyed.map(({ counts, ...done }) => ({
          ...done,
          rows: Object.entries(counts).map(([table, count]) => ({ table: sectionOf(table).title, count })),
        })),
      }
    },
    { isReadOnly: true },
  )

const rulesOf = (sql: Kysely<DB>): Promise<Retention['rules']> =>
  sql
    .selectFrom('retention_rule')
    .select(['id', 'version', 'code', 'title', 'years', 'years_at_least as yearsAtLeast'])
    .orderBy('id')
    .execute()

const holdFields = raw`hold.id, hold.version, hold.kind, hold.reason, setter.display_name as "setBy",
  hold.created_at as "setAt", hold.ended_at as "endedAt", ender.display_name as "endedBy", hold.ended_note as "endedNote"`
const holders = raw`left join app_user as setter on setter.id = hold.created_by
  left join app_user as ender on ender.id = hold.ended_by`

const decisionFields = (
  userId: number,
) => raw`decision.id, decision.version, decision.patient_id as "patientId",
  decision.reason, decision.last_day as "lastDay", decision.due_day as "dueDay", decider.display_name as "decidedBy",
  decision.decided_at as "decidedAt", decision.decided_by = ${userId} as "isOwn"`
const deciders = raw`left join app_user as decider on decider.id = decision.decided_by`

/**
 * The number of pending decisions that somebody else made.
 * @param userId the user who could confirm them
 */
export const countWaiting = async (sql: Kysely<DB>, userId: number): Promise<number> => {
  const { count } = await sql
    .selectFrom('destruction')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('withdrawn_at', 'is', null)
    .where('confirmed_at', 'is', null)
    .where('decided_by', '!=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** How long one record is kept. Throws 404 if there is no such patient, or if the record is now part of another. */
export const readPatientRetention = async (
  sql: Kysely<DB>,
  patientId: number,
  reader: Reader,
  now: number,
): Promise<PatientRetention> => {
  const { rows } = await raw<Unflagged<Omit<PatientRetention, 'holds' | 'decision'>>>`
    select ${whose}, patient.is_active as "isActive", spoken.last_day as "lastDay", ${dueDay} as "dueDay",
      ${dueDay} <= ${today(now)}::date as "isDue",
      exists (select from work_list where work_list.patient_id = patient.id) as "hasOpenReferral",
      exists (select from subject_request as asked where asked.patient_id = patient.id
        and asked.released_at is null and asked.closed_at is null) as "hasOpenRequest"
    from ${await lastDays(sql, patientId)} as spoken
    join patient on patient.id = spoken.patient_id
    where spoken.patient_id = ${patientId}`.execute(sql)
  const [kept] = await withFlags(sql, rows, reader)
  if (kept === undefined) throw await patientGone(sql, patientId)
  const { rows: holds } = await raw<PatientRetention['holds'][number] & { kind: HoldKind }>`
    select ${holdFields} from retention_hold as hold ${holders}
    where hold.patient_id = ${patientId} order by hold.ended_at desc nulls first, hold.id desc`.execute(sql)
  const { rows: decided } = await raw<NonNullable<PatientRetention['decision']>>`
    select ${decisionFields(reader.userId)} from destruction as decision ${deciders}
    where decision.patient_id = ${patientId} and decision.withdrawn_at is null and decision.confirmed_at is null`.execute(
    sql,
  )
  return { ...kept, holds, decision: decided[0] ?? null }
}
