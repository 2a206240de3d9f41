import type { Client } from 'pg'
import type { CalendarDate } from '../../../contract/platform/dates/dates.ts'

/** What a clinician would expect of real records: a number between two others. */
interface Rule {
  says: string
  /** SQL that returns one number. $1 is the day on which the demonstration ends. */
  sql: string
  from: number
  to: number
}

/** Every day on which the service did something, with the pathway and patient. */
const events = `(
  select p.patient_id, p.id as pathway_id, e.what, e.day
  from pathway p cross join lateral (
    select 'referral' as what, p.referral_date as day union all select 'received', p.received_date
    union all select 'cancellation', p.cancel_referral_date union all select 'discharge', p.discharge_date
    union all select 'frat', assessment_date from frat where pathway_id = p.id
    union all select 'wellbeing', assessment_date from wellbeing where pathway_id = p.id
    union all select 'treatment', treatment_date from treatment_plan where pathway_id = p.id
    union all select 'outcome', ended_date from treatment_plan where pathway_id = p.id
    union all select 'class', exercise_plan_date from exercise where pathway_id = p.id
    union all select 'completion', completed_date from exercise where pathway_id = p.id
    union all select 'session', a.attendance_date from exercise_attendance a join exercise x on x.id = a.exercise_id where x.pathway_id = p.id
    union all select 'decision', decision_date from no_plan_decision where pathway_id = p.id
    union all select 'call', call_date from followup where pathway_id = p.id
    union all select 'note', contact_date from contact_note where pathway_id = p.id
    union all select 'onward', referral_date from onward_referral where pathway_id = p.id
    union all select 'acknowledged', received_date from onward_referral where pathway_id = p.id
    union all select 'onward outcome', outcome_date from onward_referral where pathway_id = p.id
    union all select 'ordered', ordered_date from equipment_assessment where pathway_id = p.id
    union all select 'fitted', fitted_date from equipment_assessment where pathway_id = p.id
    union all select 'measure', measured_date from measure where pathway_id = p.id
    union all select 'medicines', assessment_date from medicines_review where pathway_id = p.id
    union all select 'checklist', assessment_date from falls_checklist where pathway_id = p.id
    union all select 'appointment', appointment_date from appointment where pathway_id = p.id) as e
  where e.day is not null)`
const share = (of: string, among: string): string =>
  `select 100.0 * count(*) filter (where ${of}) / nullif(count(*), 0) as number from ${among}`
const none = (says: string, sql: string): Rule => ({
  says,
  sql: `select count(*) as number from ${sql}`,
  from: 0,
  to: 0,
})
const between = (says: string, from: number, to: number, sql: string): Rule => ({ says, from, to, sql })

const aged = `(select extract(year from age($1::date, date_of_birth)) as age, g.code as gender from patient p join gender g on g.id = p.gender_id) as a`
const ethnic = `patient p left join ethnicity e on e.id = p.ethnicity_id`
const programmes = `(
  select x.id, x.completed_date is not null and x.ended_how = 'completed' as completed from exercise x join pathway p on p.id = x.pathway_id
  where x.completed_date is not null or p.discharge_date is not null) as ended`
const sessions = `(
  select a.attendance_status, (a.attendance_date - x.exercise_plan_date) / 7 as week
  from exercise_attendance a join exercise x on x.id = a.exercise_id) as s`
const firstFrat = `(
  select min(f.assessment_date) - coalesce(p.received_date, p.referral_date) as days
  from pathway p join frat f on f.pathway_id = p.id group by p.id) as w`

const walkedTwice = `(
  select first.value as before, latest.value as after from measure first join measure latest
    on latest.pathway_id = first.pathway_id and latest.measure = first.measure and latest.measured_date > first.measured_date
  where first.measure = 'timedUpAndGo' and first.value is not null and latest.value is not null) as walked`

export const rules: readonly Rule[] = [
  between('400 people', 400, 400, 'select count(*) as number from patient'),
  between('all of one town', 1, 1, 'select count(distinct town) as number from patient'),
  none('nothing at a weekend', `${events} as e where extract(isodow from e.day) > 5`),
  none(
    'nothing is done with somebody after their death',
    `${events} as e join patient p on p.id = e.patient_id where e.day > p.deceased_date and e.what not in ('discharge', 'cancellation')`,
  ),
  between(
    'a few people have died',
    4,
    15,
    'select count(*) as number from patient where deceased_date is not null',
  ),
  none(
    'a patient discharged as dead has a date of death',
    `pathway p join discharge_reason r on r.id = p.discharge_reason_id and r.code = 'died' join patient d on d.id = p.patient_id where d.deceased_date is null`,
  ),
  none(
    'a register has nobody whose session was on another day',
    `exercise_attendance a join class_session s on s.id = a.class_session_id where a.attendance_date <> s.session_date`,
  ),
  between(
    'most equipment that was ordered is there',
    80,
    97,
    share('fitted_date is not null', 'equipment_assessment where ordered_date < $1::date - 30'),
  ),
  between(
    'some equipment is out after its day',
    2,
    40,
    'select count(*) as number from equipment_assessment where ended is null and due_back_date <= $1',
  ),
  between(
    'most onward referrals are acknowledged',
    75,
    96,
    share('received_date is not null', 'onward_referral where referral_date < $1::date - 30'),
  ),
  between('three classes', 3, 3, 'select count(*) as number from exercise_class'),
  none(
    'no session that lies ahead is recorded',
    'class_session where recorded_at is not null and session_date >= $1',
  ),
  none(
    'no class has more people than places',
    `exercise_class c where c.capacity < (select count(*) from class_member m where m.class_id = c.id and m.state = 'joined' and m.ended_how is null)`,
  ),
  none(
    'no session of a class has more people than places',
    `class_session s join exercise_class c on c.id = s.class_id where c.capacity < (select count(*) from exercise_attendance a where a.class_session_id = s.id and a.is_active)`,
  ),
  none(
    'nothing but booked plans and appointments lies ahead',
    `${events} as e where e.day >= $1 and e.what not in ('treatment', 'appointment')`,
  ),
  between(
    'a few plans are booked',
    3,
    12,
    'select count(*) as number from treatment_plan where treatment_date > $1',
  ),
  none(
    'nothing comes before its referral',
    `${events} as e join pathway p on p.id = e.pathway_id where e.day < p.referral_date`,
  ),
  none(
    'nobody is assessed before the referral is received',
    `${events} as e join pathway p on p.id = e.pathway_id where e.what = 'frat' and e.day < p.received_date`,
  ),
  none(
    'nothing comes after a referral is closed',
    `${events} as e join pathway p on p.id = e.pathway_id where e.day > least(p.discharge_date, p.cancel_referral_date)`,
  ),
  none(
    'nobody is in a class before the first FRAT and wellbeing assessment',
    `exercise x where x.exercise_plan_date < (select min(assessment_date) from frat f where f.pathway_id = x.pathway_id) or not exists (select from wellbeing b where b.pathway_id = x.pathway_id and b.assessment_date <= x.exercise_plan_date)`,
  ),
  none(
    'nobody has two referrals open at once',
    '(select patient_id from work_list group by 1 having count(*) > 1) as d',
  ),
  none(
    'each class is of one kind in one place',
    '(select exercise_id from exercise_attendance group by 1 having count(distinct location_id) > 1 or count(distinct exercise_type_id) > 1) as h',
  ),
  none(
    'each class is on one day of the week, once',
    '(select exercise_id from exercise_attendance group by 1 having count(distinct extract(isodow from attendance_date)) > 1 or count(distinct attendance_date) < count(*)) as h',
  ),
  none(
    'one clinician looks after a referral',
    `(select pathway_id from (select pathway_id, clinician_id from wellbeing union all select pathway_id, clinician_id from treatment_plan union all select pathway_id, clinician_id from exercise union all select pathway_id, clinician_id from followup) as r group by 1 having count(distinct clinician_id) > 1) as h`,
  ),
  between('women among them', 55, 70, share(`gender = '2'`, aged)),
  between('most are between 70 and 90', 65, 90, share('age between 70 and 89', aged)),
  none('nobody is under 60 or over 100', `${aged} where age < 60 or age > 100`),
  between(
    'White British, as the census has it of that age',
    78,
    92,
    share(`e.code = 'A'`, `${ethnic} where e.id is not null`),
  ),
  between('of other origins', 8, 22, share(`e.code <> 'A'`, `${ethnic} where e.id is not null`)),
  between(
    'referred by GP, ambulance or hospital',
    68,
    92,
    share(
      `r.name ~ '^(GP|Ambulance|Hospital|Emergency)'`,
      'pathway p join referrer r on r.id = p.referrer_id',
    ),
  ),
  between('programmes that ended were completed', 40, 50, share('completed', programmes)),
  between(
    'sessions are attended in the first month',
    80,
    97,
    share(`attendance_status in ('5', '6')`, `${sessions} where week <= 4`),
  ),
  between(
    'sessions are attended after three months',
    50,
    84,
    share(`attendance_status in ('5', '6')`, `${sessions} where week > 13`),
  ),
  between(
    'goals were achieved',
    40,
    65,
    share(`g.code = 'yes'`, 'treatment_plan t join goals_achieved g on g.id = t.goals_achieved_id'),
  ),
  between(
    'goals were partly achieved',
    15,
    40,
    share(`g.code = 'partially'`, 'treatment_plan t join goals_achieved g on g.id = t.goals_achieved_id'),
  ),
  none(
    'who did not achieve goals has a reason, and only they',
    `treatment_plan t left join goals_achieved g on g.id = t.goals_achieved_id where (coalesce(g.code, '') = 'no') <> (t.goals_not_achieved_reason is not null)`,
  ),
  between('were assessed within 18 weeks', 88, 99, share('days <= 126', firstFrat)),
  between(
    'wait for their assessment past 18 weeks',
    3,
    12,
    `select count(*) as number from work_list where stage = 'awaitingAssessment' and $1::date - since > 126`,
  ),
  none(
    'every FRAT is answered item by item',
    `frat where frat_score is distinct from fall_in_last_year::int + four_or_more_medicines::int + stroke_or_parkinsons::int + balance_problems::int + cannot_rise_from_chair::int`,
  ),
  between(
    'people look like registered twice',
    3,
    8,
    `select count(*) as number from (select family_name_key, first_name_key, date_of_birth from patient group by 1, 2, 3 having count(*) > 1) as d`,
  ),
  between(
    'people share their names with somebody of another birthday',
    8,
    120,
    `select count(*) as number from patient p where exists (select from patient o where o.family_name_key = p.family_name_key and o.first_name_key = p.first_name_key and o.date_of_birth <> p.date_of_birth)`,
  ),
  between(
    'the clinician who signs in looks after a share',
    15,
    35,
    share(
      `w.clinician_id = (select min(id) from clinician where family_name = 'Nair')`,
      'wellbeing w join work_list l on l.pathway_id = w.pathway_id',
    ),
  ),
  between('walked faster at the end than at the start', 65, 97, share('after < before', walkedTwice)),
  none(
    'every list has somebody on it',
    `unnest(array['awaitingAssessment', 'awaitingWellbeing', 'awaitingTreatment', 'inTreatment', 'inExercise', 'awaitingFollowup', 'awaitingSecondFollowup', 'awaitingDischarge']) as s (stage) where s.stage not in (select stage from work_list)`,
  ),
  between(
    'one person in eight to three has a flag that stands',
    12,
    33,
    share(
      'exists (select from patient_flag f where f.patient_id = p.id and f.ended_at is null)',
      'patient p where deceased_date is null',
    ),
  ),
  between(
    'a few red flags stand, and more were dealt with',
    2,
    10,
    `select count(*) as number from patient_flag where kind = 'redFlag' and ended_at is null`,
  ),
  none(
    'each red flag that stands says what was done, and a day ahead by which it is dealt with',
    `patient_flag where kind = 'redFlag' and ended_at is null and (action is null or review_date < $1::date)`,
  ),
  none(
    'nothing is flagged or found about somebody after their death',
    `patient p where deceased_date is not null and exists (
      select from patient_flag f where f.patient_id = p.id and f.created_at::date > p.deceased_date)`,
  ),
  between(
    'half to nearly all of those who were assessed have a note of a contact',
    50,
    95,
    share(
      'exists (select from contact_note n where n.pathway_id = w.pathway_id)',
      '(select distinct pathway_id from wellbeing) w',
    ),
  ),
  between(
    'a few notes were added to, by one sentence or two',
    3,
    15,
    share(
      'exists (select from contact_note a where a.adds_to_id = n.id)',
      'contact_note n where adds_to_id is null',
    ),
  ),
  none(
    'nobody fell after their death, or in time to come',
    'fall f join patient p on p.id = f.patient_id where f.fall_date > coalesce(p.deceased_date, $1::date)',
  ),
  between(
    'one fall in twelve to three broke a bone or came with a blackout',
    8,
    33,
    share(`injury = 'fracture' or blackout`, 'fall where fall_count is null'),
  ),
  none(
    'a fall in the last 12 months is recorded exactly for patients who told of one',
    `patient p where exists (select from fall f where f.patient_id = p.id)
      <> exists (select from frat join pathway w on w.id = frat.pathway_id where w.patient_id = p.id and frat.fall_in_last_year)`,
  ),
  none(
    'no clinician is in two places at once',
    `appointment one join (
        select clinician_id, appointment_date as day, start_time, minutes, id from appointment
        union all select clinician_id, session_date, start_time, minutes, null from class_session) as other
      on other.clinician_id = one.clinician_id and other.day = one.appointment_date and other.id is distinct from one.id
      and other.start_time::time < one.start_time::time + make_interval(mins => one.minutes)
      and one.start_time::time < other.start_time::time + make_interval(mins => other.minutes)`,
  ),
  none(
    'what has been has an outcome, and what lies ahead has none',
    `appointment where (appointment_date < $1 and outcome is null) or (appointment_date > $1 and outcome is not null)`,
  ),
  between(
    'few appointments are missed',
    1,
    25,
    share(`outcome in ('didNotAttend', 'wasNotBrought')`, 'appointment where outcome is not null'),
  ),
  between(
    'somebody besides the next of kin can be rung for one person in eight to three',
    12,
    33,
    share(
      'exists (select from patient_contact c where c.patient_id = p.id)',
      'patient p where deceased_date is null',
    ),
  ),
]

/** What a clinician would not believe of a demonstration: each rule that fails, with its number. Empty if all hold. */
export const implausible = async (client: Pick<Client, 'query'>, day: CalendarDate): Promise<string[]> => {
  const wrong: string[] = []
  for (const { says, sql, from, to } of rules) {
    const { rows } = await client.query<{ number: string | number | null }>(
      `with day as (select $1::date) select number from (${sql}) as found`,
      [day],
    )
    const number = Number(rows[0]?.number ?? NaN)
    if (!(number >= from && number <= to)) wrong.push(`${says}: ${number}, expected ${from} to ${to}`)
  }
  return wrong
}
