import { sql as raw, type Insertable, type RawBuilder, type Selectable, type Transaction } from 'kysely'
import { today, type CalendarDate } from '../../contract/platform/dates/dates.ts'
import { foldName } from '../../contract/platform/words/fold.ts'
import { hasDied } from '../../contract/stages/facts.ts'
import { placeOf, standingOfDead, type OpenPlace, type Place } from '../../contract/stages/place.ts'
import { anyOf, build, prepare, prepareShort } from '../platform/db/query/compileOnce.ts'
import type { DB, WorkList } from '../platform/db/types.ts'
import { notFound } from '../platform/errors.ts'
import { readFacts } from './facts.ts'
import type { Writing } from '../platform/writes/write.ts'

/** The pathway's row as JSON represents it; instants are left out, because nothing needs them. */
export type LockedPathway = Omit<Selectable<DB['pathway']>, 'created_at' | 'updated_at'>

const lockedPathway = async (
  { sql, looksAt }: Writing,
  pathwayId: number,
  before: RawBuilder<unknown>,
): Promise<LockedPathway> => {
  looksAt({ pathwayId })
  // As one value: the columns of a prepared statement must stay the same when a migration adds one to the table.
  const [locked] = await prepareShort(
    sql,
    'lock a pathway',
    raw<{ row: LockedPathway }>`
    select to_jsonb(pathway) as row from pathway ${before} where pathway.id = ${pathwayId} for update of pathway`,
  )
  if (locked === undefined) throw notFound()
  return locked.row
}

/**
 * Locks the pathway's row for this transaction, so that commands on one pathway run one after another. Call before the
 * first change to it or to its records.
 */
export const lockPathway = (writing: Writing, pathwayId: number): Promise<LockedPathway> =>
  lockedPathway(writing, pathwayId, raw``)

/**
 * Locks the patient before the pathway. For commands that may record the patient's death, because a death moves the
 * patient's other pathways too.
 */
export const lockPatientAndPathway = (writing: Writing, pathwayId: number): Promise<LockedPathway> =>
  // The lock in the subquery is taken while the rows are joined, and the pathway's after that.
  lockedPathway(
    writing,
    pathwayId,
    raw`, (select from patient where id = (select patient_id from pathway where id = ${pathwayId})
      for no key update) as person`,
  )

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
 * longer says it, the patient's other open pathways follow.
 */
export const updateStage = async (placing: Placing, pathwayIds: readonly number[]): Promise<void> => {
  const day = today()
  const facts = await readFacts(placing.sql, pathwayIds, day)
  const wasDeceased = await storeStages(
    placing,
    day,
    [...facts].map(([pathwayId, known]) => ({
      pathwayId,
      place: placeOf(known.isResumed ? { ...known, resumedDate: day } : known),
    })),
  )
  const toldOtherwise = [...facts]
    .map(([pathwayId, known]) => ({ pathwayId, dead: hasDied(known) ? standingOfDead(known) : null }))
    .filter(({ pathwayId, dead }) => dead !== null || wasDeceased.get(pathwayId) !== false)
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

interface Placed {
  pathwayId: number
  place: Place
}

/**
 * Stores the places in a few statements, however many pathways there are.
 * @returns whether each pathway was listed as a deceased patient's; omits pathways that were on no list
 */
const storeStages = async (
  placing: Placing,
  day: CalendarDate,
  placed: readonly Placed[],
): Promise<ReadonlyMap<number, boolean>> => {
  const { sql, userId, requestId, command } = placing
  const open = placed.flatMap(({ pathwayId, place }) => (place.open ? [{ pathwayId, place }] : []))
  const closed = placed.flatMap(({ pathwayId, place }) => (place.open ? [] : [pathwayId]))
  const was = new Map<number, boolean>()
  if (open.length > 0) {
    const shown = await readShown(
      placing,
      open.map(({ pathwayId }) => pathwayId),
    )
    const rows = open.flatMap(({ pathwayId, place }) => {
      const known = shown.get(pathwayId)
      if (known === undefined) return []
      const {
        was_deceased: wasDeceased,
        is_listed_so: isListedSo,
        listed_name_key: listedKey,
        ...columns
      } = known
      if (wasDeceased !== null) was.set(pathwayId, wasDeceased)
      const { stage, since, due, reason, deceased, movesOn: moves_on } = place
      const placedAt = { pathway_id: pathwayId, stage, since, due, reason, deceased, moves_on }
      return [{ isAsListed: isListedSo && listedKey === columns.name_key, placedAt, columns }]
    })
    const [first, ...others] = rows
    if (first?.isAsListed === true && others.length === 0) await moveRow(sql, first.placedAt)
    else
      await storeRows(
        sql,
        rows.map(({ columns, placedAt }) => ({ ...columns, ...placedAt })),
      )
  }
  if (closed.length > 0) {
    const left = await sql
      .deleteFrom('work_list')
      .where('pathway_id', 'in', closed)
      .returning(['pathway_id', 'deceased'])
      .execute()
    for (const { pathway_id: pathwayId, deceased } of left) was.set(pathwayId, deceased)
  }
  await raw`
    /* prepared: note the stage */
    insert into stage_transition (pathway_id, from_stage, to_stage, command, user_id, request_id, day)
    select now.pathway_id, latest.to_stage, now.stage, ${command}, ${userId}, ${requestId}, ${day}::date
    -- The lists are hidden from the planner, which would plan again for their lengths.
    from unnest((select ${placed.map(({ pathwayId }) => pathwayId)}::bigint[]),
      (select ${placed.map(({ place }) => standing(place))}::text[])) as now (pathway_id, stage)
    left join lateral (
      select to_stage from stage_transition where stage_transition.pathway_id = now.pathway_id order by id desc limit 1
    ) as latest on true
    where latest.to_stage is distinct from now.stage`.execute(sql)
  return was
}

type PlacedAt = Pick<
  Insertable<WorkList>,
  'pathway_id' | 'stage' | 'since' | 'due' | 'reason' | 'deceased' | 'moves_on'
>

const movedTo = raw`$2, $3::date, $4::date, $5, $6::boolean, $7::date`
const placeColumns = raw`stage, since, due, reason, deceased, moves_on`

const moveListed = prepare(
  'move on the lists',
  raw`
    update work_list set (${placeColumns}) = row(${movedTo})
    where pathway_id = $1 and (${placeColumns}) is distinct from (${movedTo})`,
)

/**
 * Moves a row whose listed patient data is unchanged, as in nearly every save. The generated columns of names and words
 * stay as they are: an insert that becomes an update would compute them twice. Nothing is written if nothing moved.
 */
const moveRow = async (sql: Transaction<DB>, placed: PlacedAt): Promise<void> => {
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

/** The columns that the lists show of each pathway, read in the transaction. */
const readShown = async (placing: Placing, pathwayIds: readonly number[]) =>
  new Map(
    (await selectShown(placing.sql, pathwayIds)).map(({ id, ...shown }) => [
      id,
      { ...shown, name_key: nameKey(shown.family_name, shown.first_name) },
    ]),
  )

const selectShown = prepare(
  'read what lists show',
  build
    .selectFrom('pathway')
    .innerJoin('patient', 'patient.id', 'pathway.patient_id')
    .innerJoin('gender', 'gender.id', 'patient.gender_id')
    .leftJoin('name_prefix', 'name_prefix.id', 'patient.name_prefix_id')
    .leftJoin('referrer', 'referrer.id', 'pathway.referrer_id')
    .leftJoin('organisation', 'organisation.id', 'patient.registered_gp')
    .leftJoin('work_list as listed', 'listed.pathway_id', 'pathway.id')
    .select([
      'pathway.id',
      'listed.deceased as was_deceased',
      'listed.name_key as listed_name_key',
      raw<boolean>`listed.pathway_id is not null and
        (listed.patient_id, listed.family_name, listed.first_name, listed.name_prefix, listed.nhs_number, listed.date_of_birth,
          listed.gender, listed.postcode, listed.referral_date, listed.referrer, listed.registered_gp)
        is not distinct from
        (pathway.patient_id, patient.family_name, patient.first_name, name_prefix.name, patient.nhs_number,
          patient.date_of_birth, gender.name, patient.postcode, pathway.referral_date, referrer.name, organisation.name)`.as(
        'is_listed_so',
      ),
      'pathway.patient_id',
      'patient.family_name',
      'patient.first_name',
      'name_prefix.name as name_prefix',
      'patient.nhs_number',
      'patient.date_of_birth',
      'gender.name as gender',
      'patient.postcode',
      'pathway.referral_date',
      'referrer.name as referrer',
      'organisation.name as registered_gp',
    ])
    .where(raw<boolean>`pathway.id = ${anyOf(1, 'bigint')}`),
)

/** Sorts by family name, then first name, ignoring case and accents. */
export const nameKey = (familyName: string, firstName: string | null): string =>
  `${foldName(familyName)} ${foldName(firstName ?? '')}`
