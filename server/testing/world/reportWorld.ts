import { addDays, addMonths } from '../../../contract/platform/dates/dates.ts'
import { foldName } from '../../../contract/platform/words/fold.ts'
import { stages } from '../../../contract/stages/stage.ts'
import { insertRows } from '../../../db/seed/demonstration/insertRows.ts'
import { nhsNumbersFrom } from '../../../db/seed/demonstration/people.ts'
import { seeded } from '../../../db/seed/demonstration/random.ts'
import { fallsChecklistColumns } from '../../pathways/records/fallsChecklist.ts'
import { checklistParts } from '../../../contract/pathways/records/fallsChecklist.ts'
import type { TestDatabase } from '../process/database.ts'

/*
 * Patients and records of every kind for reports to count: cancelled, discharged, deceased and deleted ones, steps in
 * the wrong order, gaps, days at the edges of a period, and instants around midnight in London and the changes of the
 * clocks. Rows are written as they stand, because not every kind of record has its call yet.
 */

type Row = Record<string, unknown>

/** Days around which things happen: ends of months and years, the clocks changing, a leap day. */
const edges = [
  '2024-02-29',
  '2025-10-26',
  '2025-12-31',
  '2026-01-01',
  '2026-02-28',
  '2026-03-01',
  '2026-03-29',
  '2026-03-31',
  '2026-04-01',
  '2026-10-25',
]
/** Minutes around midnight, in winter and in summer time, as UTC writes them. */
const times = ['00:00:00', '00:30:00', '12:00:00', '22:59:59', '23:00:00', '23:30:00', '23:59:59']

export const fillReportWorld = async ({ owner }: TestDatabase, seed = 7): Promise<void> => {
  const random = seeded(seed)
  const ids = async (table: string): Promise<number[]> =>
    (await owner.query<{ id: number }>(`select id from ${table} order by id limit 5`)).rows.map(
      ({ id }) => id,
    )
  const people = ['Moss', 'Nair', 'Reid', 'Shah'].map((family, index) => ({
    id: 900 + index,
    version: 1,
    is_active: index < 3,
    sort_order: index,
    family_name: family,
    first_name: 'Kim',
    display_name: `${family.toUpperCase()}, Kim`,
  }))
  await insertRows(owner, 'clinician', people)
  await insertRows(owner, 'team_member', people)
  const practices = [1, 2, 3].map((each) => ({
    id: `Y9000${each}`,
    version: 1,
    type: 'GP Practices',
    name: each === 3 ? 'Green Surgery' : `Practice ${each}`,
    name_key: `practice ${each}`,
    is_active: true,
  }))
  await insertRows(owner, 'organisation', practices)

  const known = {
    gender: await ids('gender'),
    ethnicity: (await owner.query<{ id: number }>('select id from ethnicity order by id')).rows.map(
      ({ id }) => id,
    ),
    referrer: await ids('referrer'),
    method: await ids('method'),
    declined: await ids('declined_referral'),
    reason: await ids('discharge_reason'),
    destination: await ids('discharged_to'),
    died: Object.fromEntries(
      await Promise.all(
        ['declined_referral', 'discharge_reason', 'discharged_to'].map(async (table) => [
          table,
          (await owner.query<{ id: number }>(`select id from ${table} where code = 'died'`)).rows[0]?.id,
        ]),
      ),
    ) as Record<string, number>,
    location: await ids('location'),
    concern: await ids('concern'),
    goals: await ids('goals_achieved'),
    exerciseType: await ids('exercise_type'),
    equipment: await ids('equipment'),
    referTo: await ids('refer_to'),
  }
  const person = (): number => random.pick(people).id
  /** Some of the choices mean that the patient has died. */
  const orDied = (list: string, others: readonly number[]): number =>
    random.chance(0.08) ? (known.died[list] ?? 0) : random.pick(others)
  const maybe = <T>(chance: number, value: () => T): T | null => (random.chance(chance) ? value() : null)
  const day = (): string =>
    random.chance(0.3)
      ? addDays(random.pick(edges), random.between(-1, 1))
      : addDays('2025-06-01', random.between(0, 530))
  const later = (from: string, most: number): string => addDays(from, random.between(0, most))
  const instant = (on = day()): string => `${on}T${random.pick(times)}Z`
  const tables: Record<string, Row[]> = {}
  const add = (table: string, row: Row): number => {
    const rows = (tables[table] ??= [])
    const id = rows.length + 1
    rows.push({
      id,
      version: 1,
      is_active: random.chance(0.92),
      created_at: instant(),
      updated_at: instant(),
      ...row,
    })
    return id
  }
  const addBare = (table: string, row: Row): void => void (tables[table] ??= []).push(row)

  const numbers = nhsNumbersFrom(999_300_001)

  for (let each = 0; each < 240; each += 1) {
    const familyName = `Person ${String.fromCharCode(65 + random.between(0, 25))}${random.between(0, 40)}`
    const unknown = random.chance(0.05)
    const patient = add('patient', {
      family_name: familyName,
      family_name_key: foldName(familyName),
      first_name: 'Pat',
      first_name_key: 'pat',
      gender_id: random.pick(known.gender.slice(0, 4)),
      date_of_birth: maybe(0.93, () =>
        random.pick(['1928-02-29', '1940-03-01', '1951-03-29', '1975-06-30', '1931-01-01']),
      ),
      nhs_number: unknown ? null : maybe(0.93, () => numbers.next().value),
      nhs_number_unknown: unknown,
      ethnicity_id: maybe(0.9, () => random.pick(known.ethnicity)),
      registered_gp: maybe(0.85, () => random.pick(practices).id),
      postcode: maybe(0.9, () => random.pick(['ZZ1 1AA', 'ZZ99 9ZZ', 'ZZ9A 2BB'])),
      deceased_date: maybe(0.1, day),
    })
    for (let made = random.between(0, 2); made > 0; made -= 1)
      add('bmi', {
        patient_id: patient,
        assessment_date: day(),
        bmi: random.pick([17, 18.4, 18.5, 22.9, 23, 24.9, 25, 27.5, 30, 32.5, 35, 37.5, 40, 44.1]),
      })
    for (let made = random.between(0, 3); made > 0; made -= 1) refer(patient)
  }

  function refer(patient: number): void {
    const referral = maybe(0.96, day)
    const closing = random.between(0, 9)
    const closed = later(referral ?? day(), 200)
    const pathway = add('pathway', {
      patient_id: patient,
      referral_date: referral,
      received_date: referral === null ? maybe(0.3, day) : maybe(0.3, () => later(referral, 40)),
      referrer_id: maybe(0.94, () => random.pick(known.referrer)),
      referral_method_id: maybe(0.94, () => random.pick(known.method)),
      cancel_referral_date: closing < 2 ? closed : null,
      declined_referral_id:
        closing < 2 ? maybe(0.85, () => orDied('declined_referral', known.declined)) : null,
      cancel_team_member_id: closing < 2 ? maybe(0.85, person) : null,
      discharge_date: closing > 6 ? closed : null,
      discharge_reason_id: closing > 6 ? maybe(0.9, () => orDied('discharge_reason', known.reason)) : null,
      discharged_to_id: closing > 6 ? maybe(0.7, () => random.pick(known.destination)) : null,
    })
    const of = { pathway_id: pathway }
    const near = (): string => (referral !== null && random.chance(0.8) ? later(referral, 420) : day())
    const times = (most: number, make: () => void): void => {
      for (let left = random.between(0, most); left > 0; left -= 1) make()
    }
    times(2, () =>
      add('frat', {
        ...of,
        assessment_date: near(),
        team_member_id: person(),
        location_id: random.pick(known.location),
        frat_score: random.between(0, 5),
        discharged_to_id: maybe(0.12, () => orDied('discharged_to', known.destination)),
      }),
    )
    times(2, () => {
      const wellbeing = add('wellbeing', {
        ...of,
        assessment_date: near(),
        clinician_id: person(),
        location_id: random.pick(known.location),
      })
      for (const concern of known.concern.filter(() => random.chance(0.3)))
        addBare('wellbeing_concern', { wellbeing_id: wellbeing, concern_id: concern })
    })
    const interventions: string[] = []
    // Of half of them care is over, so that calls are due.
    const isOver = random.chance(0.5)
    times(2, () => {
      const treatment = near()
      interventions.push(treatment)
      const ended = isOver || random.chance(0.7)
      // Now and then the outcome says that a booked plan will not take place.
      const endedDate = ended ? addDays(treatment, random.between(-20, 120)) : null
      if (endedDate !== null) interventions.push(endedDate)
      add('treatment_plan', {
        ...of,
        treatment_date: treatment,
        clinician_id: person(),
        location_id: random.pick(known.location),
        patient_goals: 'Walk to the shop',
        goals_achieved_id: ended ? random.pick(known.goals) : null,
        ended_date: endedDate,
        goals_not_achieved_reason: ended ? maybe(0.3, () => 'Moved away') : null,
      })
    })
    times(2, () => {
      const planned = near()
      const completed = isOver || random.chance(0.65) ? later(planned, 200) : null
      if (completed !== null) interventions.push(completed)
      const exercise = add('exercise', {
        ...of,
        exercise_plan_date: planned,
        clinician_id: person(),
        exercise_plan: 'Strength and balance',
        completed_date: completed,
      })
      times(12, () =>
        add('exercise_attendance', {
          exercise_id: exercise,
          attendance_date: later(planned, 120),
          attendance_status: random.pick(['5', '5', '5', '6', '7', '2', '3', '4']),
          minutes: maybe(0.6, () => random.between(20, 90)),
          exercise_type_id: random.pick(known.exerciseType),
          location_id: random.pick(known.location),
        }),
      )
    })
    // Calls on the very day of the last intervention, on the very day they are due, and about the ends of their window.
    const called = (): string => {
      const last = interventions.toSorted().at(-1) ?? near()
      const from = random.pick([last, last, ...interventions, near()])
      const nearWindow = addDays(addMonths(from, 3), random.between(-16, 16))
      return random.pick([from, addMonths(from, 3), nearWindow, addMonths(from, 6), later(from, 300)])
    }
    times(4, () => {
      const fallCount = maybe(0.5, () => random.pick([0, 0, 1, 2, 7]))
      const call = add('followup', {
        ...of,
        call_date: called(),
        clinician_id: person(),
        falls_since_contact: fallCount,
        outcome: random.chance(0.03)
          ? 'died'
          : random.pick([null, 'reached', 'reached', 'noAnswer', 'inHospital', 'spokeToOther']),
      })
      for (let place = 1; place <= Math.min(fallCount ?? 0, 2); place += 1)
        addBare('followup_fall', {
          followup_id: call,
          place,
          injury: random.chance(0.5),
          long_lie: maybe(0.5, () => random.chance(0.3)),
          ambulance: random.chance(0.3),
        })
    })
    if (random.chance(0.12))
      add('no_plan_decision', {
        ...of,
        decision_date: near(),
        clinician_id: person(),
        reason: random.pick(['adviceOnly', 'equipmentOnly', 'planDeclined']),
      })
    times(2, () =>
      add('equipment_assessment', {
        ...of,
        equipment_id: random.pick(known.equipment),
        other: maybe(0.3, () => 'A long shoe horn'),
      }),
    )
    times(2, () =>
      add('onward_referral', {
        ...of,
        referral_date: near(),
        referral_clinician_id: person(),
        refer_to_id: random.pick(known.referTo),
        referral_method_id: random.pick(known.method),
      }),
    )
    // Stages as the history of stages has them, a cancellation that was taken back among them.
    let at = day()
    let before: string | null = null
    for (let left = random.between(1, 5); left > 0; left -= 1) {
      const to = random.pick([...stages, 'cancelled', 'discharged'])
      addBare('stage_transition', {
        id: (tables['stage_transition']?.length ?? 0) + 1,
        pathway_id: pathway,
        from_stage: before,
        to_stage: to,
        at: instant(at),
        command: 'test',
      })
      before = to
      at = addDays(at, random.between(1, 150))
    }
  }
  for (const [table, rows] of Object.entries(tables)) await insertRows(owner, table, rows)
  for (const statement of [...ofClasses, ...ofCare, ofInbox, ...ofLists, ofLetters, ofCalendars])
    await owner.query(statement)
}

/** Months of falls calendars after the last day of each referral's plans, some of them not answered, some after a closing or a death. */
const ofCalendars = `
  insert into falls_calendar_question (pathway_id, month_number, period_from, period_to, asked_date, falls, counted_from, counted_date)
  select over.pathway_id, month, (over.day + (month - 1) * interval '1 month')::date + 1, (over.day + month * interval '1 month')::date,
    (over.day + month * interval '1 month')::date + 1, said.falls, case when said.falls is not null then way end,
    case when said.falls is not null then (over.day + month * interval '1 month')::date + 1 end
  from (
    select pathway_id, max(day) as day from (
      select pathway_id, ended_date as day from treatment_plan union all select pathway_id, completed_date from exercise) as plan
    where day is not null group by pathway_id) as over
  cross join generate_series(1, 12) as month
  cross join lateral (select nullif((over.pathway_id * 7 + month * 3) % 9, 8) as of_month) as each
  cross join lateral (select case when each.of_month > 3 then 0 else each.of_month end as falls) as said
  cross join lateral (select (array['text', 'page', 'mail', 'call'])[1 + (over.pathway_id + month) % 4] as way) as how
  where over.pathway_id % 3 > 0 and month <= 4 + over.pathway_id % 9`

/** Four classes; every second plan has a place in one of them, and two of three attendances were marked in a register. */
const ofClasses = [
  `insert into exercise_class (name, exercise_type_id, location_id, first_date, start_time, minutes, weeks, clinician_id, capacity)
   select 'Class ' || n, (select min(id) from exercise_type), (select min(id) from location), date '2025-06-02' + n, '10:30', 60,
     60, 900, 3 + n
   from generate_series(1, 4) as n`,
  `insert into class_session (class_id, session_date, start_time, minutes, exercise_type_id, location_id, clinician_id)
   select id, first_date + 7 * week, start_time, minutes, exercise_type_id, location_id, clinician_id
   from exercise_class cross join generate_series(0, 80) as week`,
  `update exercise_attendance as attendance set class_session_id = (
     select session.id from class_session as session
     where session.session_date between attendance.attendance_date - 3 and attendance.attendance_date + 3
     order by session.id limit 1)
   where id % 3 <> 0`,
  `insert into class_place (class_id, pathway_id, exercise_id, state, joined_date, left_date, left_reason, transport)
   select class.id, plan.pathway_id, plan.id, case when plan.id % 3 = 0 then 'left' else 'joined' end, plan.exercise_plan_date,
     case when plan.id % 3 = 0 then plan.exercise_plan_date + (plan.id % 90)::integer end,
     case when plan.id % 3 = 0 then (array['finished', 'otherClass', 'ill', 'transport', 'noContact'])[1 + plan.id % 5] end, 'own'
   from exercise as plan
   join exercise_class as class on class.name = 'Class ' || (1 + plan.id / 2 % 4)
   where plan.id % 2 = 0
   on conflict do nothing`,
  `update class_place set waiting_since = joined_date - (id % 200)::integer, accepted_date = joined_date - (id % 4)::integer
   where id % 3 = 1`,
  `insert into class_place (class_id, pathway_id, state, waiting_since, left_date, left_reason, transport)
   select class.id, pathway.id, case when pathway.id % 4 = 0 then 'left' else 'waiting' end,
     pathway.referral_date + (pathway.id % 50)::integer,
     case when pathway.id % 4 = 0 then pathway.referral_date + (60 + pathway.id % 70)::integer end,
     case when pathway.id % 4 = 0 then 'declined' end, 'own'
   from pathway
   join exercise_class as class on class.name = 'Class ' || (1 + pathway.id % 4)
   where pathway.id % 3 = 0 and pathway.referral_date is not null
   on conflict do nothing`,
  `update class_session set recorded_at = session_date,
     parts_done = case when id % 4 <> 0 then (array['warmUp', 'strength', 'balance', 'floorWork', 'taiChi'])[:1 + id % 5] end
   where session_date < current_date and id % 7 <> 0`,
  `update exercise set ended_how = (array['completed', 'stopped', 'elsewhere'])[1 + id % 3],
     stopped_reason = case when id % 3 = 1 then 'unwell' end, elsewhere_to = case when id % 3 = 2 then 'Leisure class' end
   where completed_date is not null and id % 7 <> 0`,
]

const partColumns = checklistParts.map(({ field }) => fallsChecklistColumns[field])

/**
 * Up to three results of each measure on a referral, two of them on one day now and then; falls that are described and falls that
 * are counted, some within the period of others; check-lists with every part finished and without; two files of postcodes, of
 * which one is in use; owners, of whom one has left; and red flags, some of them ended.
 */
const ofCare = [
  `insert into measure (pathway_id, measured_date, measure, value, unable, clinician_id, is_active)
   select pathway_id, day, code, case when is_unable then null else value end, is_unable, 900, (id + n) % 13 <> 0
   from (
     select pathway.id as pathway_id, pathway.id, n, code,
       coalesce(pathway.referral_date, date '2025-12-01') + (20 + 55 * (n - (pathway.id % 4 = 0 and n = 1)::integer) + pathway.id % 40)::integer as day,
       may_be_unable and (pathway.id + 2 * n) % 9 = 0 as is_unable,
       case when code = 'eq5dProfile' then 11111 + 10000 * (pathway.id % 5) + 1000 * ((pathway.id + n) % 5) + ((pathway.id * n) % 5)
         else low + step * ((pathway.id * 7 + n * 11) % 17) end as value
     from pathway
     cross join generate_series(0, 2) as n
     cross join (values ('timedUpAndGo', 9.5, 0.7, true), ('chairStand30', 3, 1, false), ('gaitSpeed', 0.4, 0.02, true),
       ('weight', 55.5, 0.5, false), ('eq5dProfile', 0, 0, false), ('fallsLastYear', 0, 1, false), ('clinicalFrailty', 1, 0.5, false)
     ) as kind (code, low, step, may_be_unable)
     where (pathway.id + 3 * n + length(code)) % 5 < 3 - n / 2) as result`,
  `insert into fall (patient_id, fall_date, injury, long_lie, blackout, is_active)
   select id, date '2025-06-01' + ((id * 37) % 450 + 60 * n)::integer,
     (array['none', 'minor', 'fracture', 'headInjury', 'other', null])[1 + (id + n) % 6], (id + n) % 11 = 0, (id + n) % 17 = 0, (id + n) % 12 <> 0
   from patient cross join generate_series(0, 2) as n where (id + n) % 3 <> 0`,
  `insert into fall (patient_id, fall_date, period_from, fall_count, is_active)
   select id, day, day - (30 * (1 + id % 6))::integer, id % 4, id % 14 <> 0
   from (select id, date '2025-08-01' + ((id * 53) % 420)::integer as day from patient where id % 2 = 0) as told`,
  `insert into falls_checklist (pathway_id, assessment_date, clinician_id, is_active, ${partColumns.join(', ')})
   select id, coalesce(referral_date, date '2025-12-01') + (30 + 20 * n)::integer, 901, id % 15 <> 0,
     ${partColumns
       .map(
         (_, place) =>
           `(array['done', 'done', 'notNeeded', 'referred', case when id % 3 = 0 then 'done' end])[1 + (id + ${place} + n) % 5]`,
       )
       .join(', ')}
   from pathway cross join generate_series(0, 1) as n where (id + n) % 3 < 2`,
  `insert into deprivation_file (user_id, file_name, used_from)
   select min(id), name, used_from from app_user
   cross join (values ('postcodes.csv', now()), ('newer.csv', null)) as file (name, used_from) group by name, used_from`,
  `insert into postcode_deprivation (file_id, postcode, fifth)
   select id, postcode, case when used_from is null then 3 else fifth end
   from deprivation_file cross join (values ('ZZ11AA', 1), ('ZZ999ZZ', 4)) as place (postcode, fifth)`,
  `insert into pathway_owner (pathway_id, clinician_id)
   select id, case when id % 3 <> 0 then 900 + id % 4 end from pathway where id % 5 <> 0`,
  `insert into patient_flag (patient_id, kind, category, detail, action, review_date, created_at, ended_at, ended_note)
   select id, 'redFlag', sign, 'Told', case when id % 3 <> 0 then 'clinic' end, date '2026-11-01' + (id % 400)::integer - 200,
     timestamptz '2025-06-01 23:30Z' + (id * 11 % 500) * interval '1 day',
     case when id % 4 = 0 then timestamptz '2026-11-01 12:00Z' end, case when id % 4 = 0 then 'Seen' end
   from patient cross join unnest(array['blackout', 'longLie', 'moreFalls']) with ordinality as found (sign, place)
   where (id + place) % 3 = 0 or id % 7 = place`,
]

/** Referrals from outside in every state, at the edges of days. */
const ofInbox = `
  with each as (
    select row_number() over (order by again, day, time) as n, (day || 'T' || time || 'Z')::timestamptz as at
    from unnest(array[${edges.map((day) => `'${day}'`).join(', ')}]) as day
    cross join unnest(array[${times.map((time) => `'${time}'`).join(', ')}]) as time
    cross join generate_series(1, 3) as again),
  decided as (
    select each.*, (array['accepted', 'declined', 'waiting', 'declined', 'withdrawn', 'accepted', 'asked'])[1 + n % 7] as state
    from each),
  numbered as (select id, row_number() over (order by id) as n from pathway)
  insert into incoming_referral (reference, source, message_id, received_at, decide_by, told, eligibility, state, asked_what, asked_date, chase_date,
    decided_at, declined_referral_id, pathway_id)
  select 'TEST-' || lpad(decided.n::text, 4, '0'), (array['self', 'relative', 'professional', 'ers', 'bars', 'caseFinding'])[1 + decided.n % 6],
    'test ' || decided.n, at, (at at time zone 'Europe/London')::date + 2, '{"person": {"nhsNumber": null}}',
    (array['comprehensive', 'comprehensive', 'comprehensive', 'exercise', 'unclear'])[1 + decided.n % 5], state,
    'Which practice?', '2026-01-01', '2026-01-02',
    case when state not in ('waiting', 'asked') then at + (decided.n % 5) * interval '1 day' end,
    case when state = 'declined' then (select id from declined_referral order by id offset decided.n % 3 limit 1) end,
    case when state = 'accepted' then numbered.id end
  from decided join numbered on numbered.n = decided.n`

/** Letters of every referral, sent in each way with each outcome, at instants around the edges of months in London. */
const ofLetters = `
  with each as (
    select row_number() over (order by day, time) as n, (day || 'T' || time || 'Z')::timestamptz as at
    from unnest(array[${edges.map((day) => `'${day}'`).join(', ')}]) as day
    cross join unnest(array[${times.map((time) => `'${time}'`).join(', ')}]) as time),
  numbered as (select id, row_number() over (order by id) as n, count(*) over () as among from pathway),
  stored as (
    insert into document (pathway_id, document_type_id, file_name, kind, size_bytes, sha256, stored_in, stored_name, scan)
    select numbered.id, (select min(id) from document_type), 'letter.pdf', 'pdf', 5, repeat('0', 64), 'postgres', gen_random_uuid(), 'clean'
    from numbered returning id, pathway_id),
  written as (
    insert into letter (pathway_id, template_id, template_version, recipient, title, body, frame, identity, concerns, signed_name, document_id)
    select pathway_id, (select min(template_id) from letter_template_version), 1, (array['patient', 'gp'])[1 + stored.id % 2], 'About you',
      'We saw you.', '{}', 'Edna', '[]', 'Ada Okafor', stored.id
    from stored returning id, pathway_id),
  printed as (insert into letter_print default values returning id)
  insert into letter_dispatch (letter_id, way, state, address, print_id, created_at)
  select written.id, way, case when way = 'print' then 'printed'
      else (array['queued', 'accepted', 'arrived', 'failed', case when way = 'post' then 'posted' else 'arrived' end])[1 + each.n % 5] end,
    case when way in ('mail', 'mesh') then 'M85001' end, case when way = 'print' then printed.id end, at
  from each
  cross join lateral (select (array['print', 'mail', 'mesh', 'post'])[1 + each.n % 4] as way) as by
  join numbered on numbered.n = 1 + each.n % numbered.among
  join written on written.pathway_id = numbered.id
  cross join printed`

/**
 * Case-finding lists of each kind, of two senders, on days around the ends of months: of people who are registered, who are
 * not, who have no number, who stand on several lists, who opted out; some sent to triage and asked, and two of each
 * without words. Two records were merged into others.
 */
const ofLists = [
  `update incoming_referral
   set asked_date = (received_at at time zone 'Europe/London')::date + 2, chase_date = (received_at at time zone 'Europe/London')::date + 40,
     answer = case when id % 3 = 0 then 'Yes' end
   where source = 'caseFinding' and id % 4 <> 0`,
  `insert into case_finding_list (kind, sender, list_date, legal_basis, content)
   select kind, sender, day::date + place::integer - 1, 'Direct care', decode(md5(kind || sender || day), 'hex')
   from unnest(array['frailty', 'falls', 'fractureLiaison', 'ambulance']) with ordinality as kinds (kind, place)
   cross join unnest(array['Green Surgery', 'Sampletown ICB']) as sender
   cross join unnest(array['2025-10-20', '2025-12-01', '2025-12-31', '2026-02-27', '2026-03-01', '2026-03-28', '2026-10-24']) as day`,
  `with row as (
     select list.id as list_id, n, (list.id * 37 + n * 13) % 300 as who from case_finding_list as list cross join generate_series(1, 8) as n),
   named as (
     select row.*, case
         when who % 11 = 0 then null
         when who <= 240 then (select nhs_number from patient where patient.id = who)
         else '99950' || lpad(who::text, 5, '0') end as number
     from row)
   insert into listed_person (list_id, row_number, told, eligibility, is_opted_out)
   select list_id, n, jsonb_build_object('person', jsonb_build_object('nhsNumber', number)),
     (array['comprehensive', 'comprehensive', 'exercise', 'unclear'])[1 + (list_id + n) % 4], who % 17 = 0
   from named`,
  `with sent as (
     select id, row_number() over (order by id) as n from listed_person where id % 5 = 0),
   incoming as (
     select id, row_number() over (order by id) as n from incoming_referral where source = 'caseFinding')
   update listed_person set incoming_referral_id = incoming.id
   from sent join incoming on incoming.n = sent.n where listed_person.id = sent.id`,
  // What a sender asked about is told again on a list without its number.
  `update incoming_referral set told = listed.told from listed_person as listed
   where listed.incoming_referral_id = incoming_referral.id and listed.id % 2 = 0`,
  `update pathway set patient_id = patient_id + 1 where patient_id in (20, 40, 60)`,
  `update patient set is_active = false where id in (20, 40, 60)`,
  `insert into patient_merge (survivor_id, merged_id, kept, undone_at, undone_by)
   select id + 1, id, '{}', case when id = 60 then now() end, case when id = 60 then (select min(id) from app_user) end
   from patient where id in (20, 40, 60)`,
  `update listed_person set told = null, standing = (array['known', 'invited', 'declined', 'neverReached', 'died'])[1 + id % 5]
   where list_id in (select id from case_finding_list where list_date between '2025-12-01' and '2025-12-02')`,
]
