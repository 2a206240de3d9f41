import { sql as raw, type AliasedRawBuilder, type InferResult, type Kysely } from 'kysely'
import { jsonArrayFrom, jsonBuildObject, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import { today, type CalendarDate } from '../../../contract/platform/dates/dates.ts'
import { chipsOf, isNotToBeCalled, type ChipReader } from '../../../contract/patients/flags/chips.ts'
import { dueGroupOf, dueInWords, dueOf, type StageTargets } from '../../../contract/stages/due.ts'
import { placeOf, type Place } from '../../../contract/stages/place.ts'
import type { Stage } from '../../../contract/stages/stage.ts'
import type { VulnerabilityAnswer } from '../../../contract/pathways/referral/vulnerability.ts'
import {
  recordKindNames,
  type RecordKindName,
  type RecordsOf,
} from '../../../contract/pathways/records/kinds.ts'
import { refsOf, selected } from '../../platform/writes/columns.ts'
import { build, prepare } from '../../platform/db/query/compileOnce.ts'
import type { DB } from '../../platform/db/types.ts'
import type { Documents } from '../../pathways/documents/documents.ts'
import { documentList, presentDocument } from '../../pathways/documents/present.ts'
import { notFound } from '../../platform/errors.ts'
import { flagFacts } from '../../patients/flags/read.ts'
import { patientGone } from '../../patients/patient/gone.ts'
import { selectPatients } from '../../patients/patient/present.ts'
import type { RecordKind } from '../../pathways/records/kind.ts'
import { recordKindsOnServer } from '../../pathways/records/kinds.ts'
import { ofParent } from '../../pathways/records/ofParent.ts'
import { recordsOf } from '../../pathways/records/recordsOf.ts'
import { beyondRecords, saidDeadAsListed } from '../../stages/facts.ts'
import { stageTargetColumns } from '../../pathways/worklists/targets.ts'
import { pathwayTable } from '../../pathways/referral/columns.ts'
import { extents, hasMoreThan, isAsked, readExtent, whole, type Extent } from './extent.ts'

const here = raw.ref('pathway.id')

/** The records of a kind as people outside the service see them. */
const readOutside = <Kind extends RecordKindName>(name: Kind, records: readonly RecordsOf[Kind][]) => {
  const {
    readOutside: instead,
  }: Pick<RecordKind<never, RecordsOf[Kind]>, 'readOutside'> = recordKindsOnServer[name]
  return records.map((record) => ({ ...record, ...instead }))
}
type RecordLists = { [Kind in RecordKindName]: AliasedRawBuilder<RecordsOf[Kind][], Kind> }[RecordKindName]
const none = raw<never[]>`'[]'::json`
const recordLists = ({ kinds }: Extent) =>
  recordKindNames.map((name) => (kinds.has(name) ? recordsOf(name) : none.as(name))) as RecordLists[]

const pathways = build
  .selectFrom('pathway')
  .innerJoin('patient', 'patient.id', 'pathway.patient_id')
  .leftJoin('referrer', 'referrer.id', 'pathway.referrer_id')
  .leftJoin('method', 'method.id', 'pathway.referral_method_id')
  .leftJoin('app_user', 'app_user.id', 'pathway.created_by')
const closedPathways = pathways
  .leftJoin('declined_referral', 'declined_referral.id', 'pathway.declined_referral_id')
  .leftJoin('team_member', 'team_member.id', 'pathway.cancel_team_member_id')
  .leftJoin('discharge_reason', 'discharge_reason.id', 'pathway.discharge_reason_id')
  .leftJoin('clinician', 'clinician.id', 'pathway.discharge_clinician_id')
  .leftJoin('discharged_to', 'discharged_to.id', 'pathway.discharged_to_id')
  .leftJoin('vas_scale', 'vas_scale.id', 'pathway.vas_scale_id')
const nothing = raw<null>`null`
const patients = selectPatients(build)
const patientOfRow = raw<InferResult<typeof patients>[number]>`(
  select to_json(r) from ${ofParent(patients)} as r)`

const readViewAs = (reader: ChipReader, extent: Extent) =>
  prepare(
    `view a pathway as ${reader} ${extent.name}`,
    // Without the choices of closing, no part of the statement names their tables.
    (extent.all ? closedPathways : (pathways as unknown as typeof closedPathways))
      // Joined laterally with offset 0, because two parts of the statement need it and it should be calculated only
      // once.
      .innerJoinLateral(
        raw<{ days: CalendarDate[] }>`(select ${saidDeadAsListed} as days offset 0)`.as('said'),
        (join) => join.onTrue(),
      )
      .select((row) => [
        jsonBuildObject({
          ...refsOf('pathway', {
            id: 'id',
            version: 'version',
            isActive: 'is_active',
            recordedAt: 'created_at',
          }),
          ...refsOf('pathway', pathwayTable.columns),
          recordedBy: row.ref('app_user.display_name'),
          names: jsonBuildObject({
            referrer: row.ref('referrer.name'),
            referralMethod: row.ref('method.name'),
            declinedReferral: extent.all ? row.ref('declined_referral.name') : nothing,
            teamMember: extent.all ? row.ref('team_member.display_name') : nothing,
            dischargeReason: extent.all ? row.ref('discharge_reason.name') : nothing,
            dischargeClinician: extent.all ? row.ref('clinician.display_name') : nothing,
            dischargedTo: extent.all ? row.ref('discharged_to.name') : nothing,
            vasScale: extent.all ? row.ref('vas_scale.name') : nothing,
          }),
        }).as('pathway'),
        'said.days as saidDead',
        beyondRecords(extent.bookings).as('beyondRecords'),
        flagFacts('patient', raw`said.days <> '[]'::jsonb`).as('flagFacts'),
        patientOfRow.as('patient'),
        ...recordLists(extent),
        (extent.all ? documentList(build, here) : none).as('documents'),
        hasMoreThan(extent).as('hasMore'),
        jsonArrayFrom(
          row
            .selectFrom('stage_transition as change')
            .leftJoin('app_user as mover', 'mover.id', 'change.user_id')
            .select([
              'change.from_stage as from',
              'change.to_stage as to',
              'change.at',
              'mover.display_name as by',
            ])
            .whereRef('change.pathway_id', '=', 'pathway.id')
            .orderBy('change.id'),
        ).as('stageChanges'),
      ])
      // People outside the service may not see its targets.
      .$if(reader === 'staff', (query) =>
        query.select((row) =>
          jsonObjectFrom(row.selectFrom('stage_target').select(selected('stage_target', stageTargetColumns)))
            .$notNull()
            .as('targets'),
        ),
      )
      // Nor may they see the patient's other referrals.
      .$if(reader === 'staff', (query) =>
        query.select((row) =>
          jsonArrayFrom(
            row
              .selectFrom('pathway as other')
              .innerJoin('work_list', 'work_list.pathway_id', 'other.id')
              .select(['other.id', 'other.referral_date as referralDate', 'work_list.stage'])
              .whereRef('other.patient_id', '=', 'pathway.patient_id')
              .whereRef('other.id', '<>', 'pathway.id')
              .orderBy('other.referral_date')
              .orderBy('other.id')
              // The table holds only these codes.
              .$narrowType<{ stage: Stage }>(),
          ).as('otherOpen'),
        ),
      )
      // Nor what somebody else wrote about the patient.
      .$if(reader === 'staff', (query) =>
        query.select((row) =>
          row
            .selectFrom('incoming_referral')
            .select('incoming_referral.id')
            .whereRef('incoming_referral.pathway_id', '=', 'pathway.id')
            .as('incomingReferralId'),
        ),
      )
      .where(isAsked),
  )
const readAll = { staff: readViewAs('staff', whole), external: readViewAs('external', whole) }
const readIn = extents.map((extent) => (extent === whole ? readAll.staff : readViewAs('staff', extent)))

/**
 * For staff in two statements: what the pathway has, and what is needed of that. Something may be saved between them, so
 * the second says whether there is more than it reads; then everything is read.
 */
const readView = async (
  sql: Kysely<DB>,
  reader: ChipReader,
  ...asked: [id: number, patientId: number | null]
) => {
  if (reader === 'staff') {
    const [seen] = await readExtent(sql, ...asked)
    if (seen === undefined) return undefined
    const [shown] = (await readIn[seen.extent]?.(sql, ...asked)) ?? []
    if (shown?.hasMore !== true) return shown
  }
  const [shown] = await readAll[reader](sql, ...asked)
  return shown
}

const nextDueOf = (place: Place, targets: StageTargets | undefined): PathwayView['nextDue'] => {
  if (!place.open || targets === undefined) return null
  const day = dueOf(place.stage, place.since, targets)
  const group = dueGroupOf(place.stage, day, targets, today())
  return { day, group, words: dueInWords(day, group, today()) }
}

/**
 * Everything the pathway page shows, in two statements regardless of the number of records. A pathway that belongs to
 * a different patient than the one named is not found (CS-1).
 */
export const viewPathway = async (
  sql: Kysely<DB>,
  documents: Documents,
  { id, patientId }: { id: number; patientId?: number | undefined },
  reader: ChipReader,
): Promise<PathwayView> => {
  const shown = await readView(sql, reader, id, patientId ?? null)
  if (shown === undefined)
    throw reader === 'staff' && patientId !== undefined ? await patientGone(sql, patientId) : notFound()
  const {
    saidDead: days,
    flagFacts: ofFlags,
    targets,
    otherOpen,
    beyondRecords: beyond,
    hasMore: _,
    ...rest
  } = shown
  const begunOn = (kind: 'treatment' | 'exercise', planId: number, day: CalendarDate) => {
    const missed = beyond.plansMissed.find((plan) => plan.kind === kind && plan.id === planId)
    return missed === undefined ? day : missed.begunOn
  }
  // The view already contains everything that determines the stage.
  const stage = placeOf({
    ...rest.pathway,
    resumedDate: beyond.resumedDate,
    callWindows: beyond.callWindows,
    patient: { ...rest.patient, saidDead: days },
    frats: rest.frat,
    wellbeings: rest.wellbeing,
    treatmentPlans: rest.treatmentPlan.map((plan) => ({
      ...plan,
      begunOn: begunOn('treatment', plan.id, plan.treatmentDate),
    })),
    exercises: rest.exercise.map((plan) => ({
      ...plan,
      begunOn: begunOn('exercise', plan.id, plan.exercisePlanDate),
      classUntil: beyond.classes.find(({ id: planId }) => planId === plan.id)?.classUntil ?? null,
    })),
    followups: rest.followup,
    noPlanDecisions: rest.noPlanDecision,
    today: today(),
  })
  const outside =
    reader === 'external'
      ? Object.fromEntries(recordKindNames.map((name) => [name, readOutside(name, rest[name])]))
      : {}
  return {
    ...rest,
    ...outside,
    pathway: {
      ...rest.pathway,
      // The table holds only these codes. The vulnerability assessment is for staff only.
      vulnerability: reader === 'staff' ? (rest.pathway.vulnerability as VulnerabilityAnswer | null) : null,
      vulnerabilityNote: reader === 'staff' ? rest.pathway.vulnerabilityNote : null,
    },
    flags: chipsOf(ofFlags, today(), reader),
    doNotCall: isNotToBeCalled(ofFlags),
    stage: stage.open && reader === 'external' ? { ...stage, nextCallCountsFrom: null } : stage,
    nextDue: nextDueOf(stage, targets),
    otherOpen: otherOpen ?? [],
    incomingReferralId: rest.incomingReferralId ?? null,
    documents: rest.documents.map((row) => presentDocument(row, documents)),
  }
}
