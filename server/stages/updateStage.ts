import { isDeepStrictEqual } from 'node:util'
import { sql as raw, type Insertable, type Selectable, type Transaction } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import { today, type CalendarDate } from '../../contract/platform/dates/dates.ts'
import { foldName } from '../../contract/platform/words/fold.ts'
import { hasDied } from '../../contract/stages/facts.ts'
import { placeOf, standingOfDead, type OpenPlace, type Place } from '../../contract/stages/place.ts'
import { anyOf, build, prepare } from '../platform/db/query/compileOnce.ts'
import type { DB, WorkList } from '../platform/db/types.ts'
import { factsOfPathway, latestStanding } from './facts.ts'
import type { Writing } from '../platform/writes/write.ts'

/** In whose name a pathway is placed: a write, or the passing of days, which has no user. */
export interface Placing {
  sql: Transaction<DB>
  userId: number | null
  requestId: string | null
  /** The cause that transitions record. */
  command: string
}

/**
 * Recalculates the places of the pathways from their records. Writes the work-list rows and, if a stage changed, a
 * transition, in the transaction of the change. If the change says that the patient has died, says it differently or no
 * longer says it, the patient's other open pathways follow. The caller has locked the pathways.
 */
export const updateStage = async (placing: Placing, pathwayIds: readonly number[]): Promise<void> => {
  const day = today()
  const read = await readToPlace(placing.sql, pathwayIds)
  const placed = read.map((known) => {
    const facts = { ...known.facts, today: day }
    return { ...known, facts, place: placeOf(facts.isResumed ? { ...facts, resumedDate: day } : facts) }
  })
  await storePlaces(placing, day, placed)
  const toldOtherwise = placed
    .map(({ id: pathwayId, facts, listed }) => ({
      pathwayId,
      dead: hasDied(facts) ? standingOfDead(facts) : null,
      wasDeceased: listed?.deceased,
    }))
    .filter(({ dead, wasDeceased }) => dead !== null || wasDeceased !== false)
  if (toldOtherwise.length > 0) await placeOthers(placing, toldOtherwise)
}

/** Places the patients' other open pathways, if they still show the death differently. */
const placeOthers = async (
  placing: Placing,
  told: readonly { pathwayId: number; dead: Pick<OpenPlace, 'since' | 'reason'> | null }[],
): Promise<void> => {
  const ids = told.map(({ pathwayId }) => pathwayId)
  const { rows } = await raw<{ id: number }>`
    /* prepared: others told otherwise */
    select other.id from pathway as other
    join work_list on work_list.pathway_id = other.id
    where exists (
      select from unnest(${ids}::bigint[], ${told.map(({ dead }) => dead?.since)}::date[],
        ${told.map(({ dead }) => dead?.reason)}::text[]) as told (pathway_id, died, reason)
      join pathway on pathway.id = told.pathway_id and pathway.id = any((select ${ids}::bigint[])::bigint[])
      where pathway.patient_id = other.patient_id and other.id <> told.pathway_id
        and (work_list.deceased <> (told.died is not null)
          or work_list.deceased and (work_list.since, work_list.reason) <> (told.died, told.reason)))
      and other.patient_id in (select patient_id from pathway where id = any((select ${ids}::bigint[])::bigint[]))
    order by other.id for update of other`.execute(placing.sql)
  if (rows.length > 0)
    await updateStage(
      placing,
      rows.map(({ id }) => id),
    )
}

/** Updates every open pathway of the patient after a change of name, number, birth, gender, postcode, GP or death. */
export const updateStagesOfPatient = async (writing: Writing, patientId: number): Promise<void> => {
  const pathways = await writing.sql
    .selectFrom('pathway')
    .select('id')
    .where('patient_id', '=', patientId)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (pathways.length > 0)
    await updateStage(
      writing,
      pathways.map(({ id }) => id),
    )
}

/** Placed in one statement: few enough not to block the lists for long. */
const placedAtOnce = 1000

/**
 * For changed targets of the call lists. The targets are the windows in which calls count without a question. So every
 * open pathway with a call that was said not to count early is placed again.
 */
export const updateStagesOfAskedCalls = async (writing: Writing): Promise<void> => {
  const { rows } = await raw<{ id: number }>`
    select id from pathway
    where exists (select from work_list where work_list.pathway_id = pathway.id)
      and exists (
        select from followup where followup.pathway_id = pathway.id and followup.is_active and not followup.counts_early)
    order by id for update`.execute(writing.sql)
  for (let start = 0; start < rows.length; start += placedAtOnce)
    await updateStage(
      writing,
      rows.slice(start, start + placedAtOnce).map(({ id }) => id),
    )
}

/** What a transition records: the stage, or how the pathway was closed. */
export const standing = (place: Place): string => (place.open ? place.stage : place.closed)

/** Stores the places in a few statements, however many pathways there are, and only what differs from before. */
const storePlaces = async (
  { sql, userId, requestId, command }: Placing,
  day: CalendarDate,
  placed: readonly (ToPlace & { place: Place })[],
): Promise<void> => {
  const moved = placed.flatMap(({ id, place, listed, listedNameKey, isListedSo, shown }) => {
    if (!place.open) return []
    const { stage, since, due, reason, deceased, movesOn: moves_on } = place
    const at = { stage, since, due, reason, deceased, moves_on }
    const name_key = nameKey(shown.family_name, shown.first_name)
    const isAsListed = isListedSo && listedNameKey === name_key
    if (isAsListed && isDeepStrictEqual(at, listed)) return []
    return [{ isAsListed, placedAt: { pathway_id: id, ...at }, columns: { ...shown, name_key } }]
  })
  const [first, ...others] = moved
  if (first?.isAsListed === true && others.length === 0) await moveRow(sql, first.placedAt)
  else
    await storeRows(
      sql,
      moved.map(({ columns, placedAt }) => ({ ...columns, ...placedAt })),
    )
  const left = placed.flatMap(({ id, place, listed }) => (place.open || listed === null ? [] : [id]))
  if (left.length > 0) await sql.deleteFrom('work_list').where('pathway_id', 'in', left).execute()
  const passed = placed.filter(({ latest, place }) => latest !== standing(place))
  if (passed.length > 0)
    await raw`
    /* prepared: note the stage */
    insert into stage_transition (pathway_id, from_stage, to_stage, command, user_id, request_id, day)
    select now.pathway_id, now.latest, now.stage, ${command}, ${userId}, ${requestId}, ${day}::date
    -- The lists are hidden from the planner, which would plan again for their lengths.
    from unnest((select ${passed.map(({ id }) => id)}::bigint[]), (select ${passed.map(({ latest }) => latest)}::text[]),
      (select ${passed.map(({ place }) => standing(place))}::text[])) as now (pathway_id, latest, stage)`.execute(
      sql,
    )
}

type PlacedAt = Pick<Selectable<WorkList>, 'stage' | 'since' | 'due' | 'reason' | 'deceased' | 'moves_on'>

const moveListed = prepare(
  'move on the lists',
  raw`
    update work_list set (stage, since, due, reason, deceased, moves_on) = row($2, $3::date, $4::date, $5, $6::boolean, $7::date)
    where pathway_id = $1`,
)

/**
 * Moves a row whose listed patient data is unchanged, as in nearly every save. The generated columns of names and words
 * stay as they are: an insert that becomes an update would compute them twice.
 */
const moveRow = async (sql: Transaction<DB>, placed: PlacedAt & { pathway_id: number }): Promise<void> => {
  const { pathway_id: id, stage, since, due, reason, deceased, moves_on: movesOn } = placed
  await moveListed(sql, id, stage, since, due, reason, deceased, movesOn)
}

const storeRows = async (sql: Transaction<DB>, rows: readonly Insertable<WorkList>[]): Promise<void> => {
  const columns = Object.keys(rows[0] ?? {})
  if (columns.length === 0) return
  const list = raw.join(columns.map((column) => raw.ref(column)))
  const assignments = columns.map((column) => raw`${raw.ref(column)} = excluded.${raw.ref(column)}`)
  await raw`
    /* prepared: put on the lists */
    insert into work_list (${list})
    select ${list} from jsonb_populate_recordset(null::work_list, ${JSON.stringify(rows)}::jsonb)
    order by pathway_id
    on conflict (pathway_id) do update set ${raw.join(assignments)}`.execute(sql)
}

const shownColumns = {
  patient_id: 'pathway.patient_id',
  family_name: 'patient.family_name',
  first_name: 'patient.first_name',
  name_prefix: 'name_prefix.name',
  nhs_number: 'patient.nhs_number',
  date_of_birth: 'patient.date_of_birth',
  gender: 'gender.name',
  postcode: 'patient.postcode',
  referral_date: 'pathway.referral_date',
  referrer: 'referrer.name',
  registered_gp: 'organisation.name',
} as const
const columnsOn = (names: readonly string[]) => raw.join(names.map((name) => raw.ref(name)))

/** What the place of each pathway follows from, what the lists show of it, and what is stored already. */
const readToPlace = prepare(
  'read what to place',
  build
    .selectFrom('pathway')
    .innerJoin('patient', 'patient.id', 'pathway.patient_id')
    .innerJoin('gender', 'gender.id', 'patient.gender_id')
    .leftJoin('name_prefix', 'name_prefix.id', 'patient.name_prefix_id')
    .leftJoin('referrer', 'referrer.id', 'pathway.referrer_id')
    .leftJoin('organisation', 'organisation.id', 'patient.registered_gp')
    .leftJoin('work_list as listed', 'listed.pathway_id', 'pathway.id')
    .select(({ ref }) => [
      'pathway.id',
      factsOfPathway.as('facts'),
      latestStanding.as('latest'),
      raw<PlacedAt | null>`case when listed.pathway_id is not null then ${jsonBuildObject({
        stage: ref('listed.stage'),
        since: ref('listed.since'),
        due: ref('listed.due'),
        reason: ref('listed.reason'),
        deceased: ref('listed.deceased'),
        moves_on: ref('listed.moves_on'),
      })} end`.as('listed'),
      'listed.name_key as listedNameKey',
      raw<boolean>`listed.pathway_id is not null
        and (${columnsOn(Object.keys(shownColumns).map((column) => `listed.${column}`))})
        is not distinct from (${columnsOn(Object.values(shownColumns))})`.as('isListedSo'),
      jsonBuildObject({
        patient_id: ref(shownColumns.patient_id),
        family_name: ref(shownColumns.family_name),
        first_name: ref(shownColumns.first_name),
        name_prefix: ref(shownColumns.name_prefix),
        nhs_number: ref(shownColumns.nhs_number),
        date_of_birth: ref(shownColumns.date_of_birth),
        gender: ref(shownColumns.gender),
        postcode: ref(shownColumns.postcode),
        referral_date: ref(shownColumns.referral_date),
        referrer: ref(shownColumns.referrer),
        registered_gp: ref(shownColumns.registered_gp),
      }).as('shown'),
    ])
    .where(raw<boolean>`pathway.id = ${anyOf(1, 'bigint')}`),
)
type ToPlace = Awaited<ReturnType<typeof readToPlace>>[number]

/** Sorts by family name, then first name, ignoring case and accents. */
export const nameKey = (familyName: string, firstName: string | null): string =>
  `${foldName(familyName)} ${foldName(firstName ?? '')}`
