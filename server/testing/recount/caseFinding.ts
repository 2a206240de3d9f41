import type { Recount } from './recount.ts'
import { flagged, number, percentOf } from './tally.ts'

/** Who each row of a list is, with the day of the list and its place among the lists. */
const rows = `
  select l.id, l.list_id, l.eligibility, c.kind, c.sender, c.list_date, recount.record_of(l.id) as patient_id,
    case when recount.record_of(l.id) is not null then 'p' || recount.record_of(l.id)
      when l.nhs_number is not null then 'n' || l.nhs_number else 'r' || l.id end as who,
    array[c.list_date - date '2000-01-01', c.id, l.id] as rank
  from listed_person l, case_finding_list c where c.id = l.list_id`
const inPeriod = `select * from (${rows}) as all_rows where list_date >= $1 and list_date <= $2`
const day = 'least($2::date, current_date)'

const kindName = `case kind when 'frailty' then 'Frailty index of a practice or an Integrated Care Board'
  when 'falls' then 'Falls recorded by a practice or an Integrated Care Board'
  when 'fractureLiaison' then 'Fracture liaison service' else 'Ambulance: fell and not taken to hospital' end`

/** The latest row of each person, once for each combination of these columns. */
const latest = (of: string, within: string[] = []) => `
  with listed as materialized (${of})
  select mine.*, ${kindName} as kind_name, recount.standing_of(mine.id, ${day}) as standing
  from listed as mine
  where not exists (
    select 1 from listed as other
    where other.who = mine.who and other.rank > mine.rank
      ${within.map((column) => `and other.${column} = mine.${column}`).join(' ')})`

const is = (...standings: string[]) => number((each) => standings.includes(String(each['standing'])))
const tallies = (by: string) => ({
  [`Listed${by}`]: number(),
  [`Listed${by}: died`]: is('died'),
  [`Listed${by}: known`]: is('known'),
  [`Listed${by}: declined`]: is('declined'),
  [`Listed${by}: invited`]: is('invited'),
  [`Never reached${by}`]: is('neverReached'),
  [`Never reached${by} %`]: percentOf(is('neverReached'), number()),
})

const eligible = `
  select x.patient_id, x.standing = 'known' or x.standing = 'invited' and recount.is_accepted(x.id, ${day}) as with_us,
    exists (
      select 1 from falls_checklist f, pathway w
      where w.id = f.pathway_id and w.is_active and w.patient_id = x.patient_id and f.is_active
        and f.assessment_date >= (x.list_date - interval '1 year')::date and f.assessment_date <= $2) as listed_offer
  from (${latest(`select * from (${inPeriod}) as p where eligibility = 'comprehensive'`)}) as x`
const withUs = flagged('with_us')
const offered = number((each) => each['with_us'] === true && each['listed_offer'] === true)

const triaged = `
  select w.patient_id, (
    select exists (select 1 from falls_checklist f where f.pathway_id = r.id and f.is_active and f.assessment_date <= $2)
    from incoming_referral i, recount.referral r
    where r.id = i.pathway_id and r.patient_id = w.patient_id and i.eligibility = 'comprehensive'
      and date(timezone('Europe/London', i.decided_at)) between $1 and $2
    order by i.decided_at desc, r.id desc limit 1) as offer
  from incoming_referral j, recount.referral w
  where w.id = j.pathway_id and j.eligibility = 'comprehensive' and date(timezone('Europe/London', j.decided_at)) between $1 and $2
  group by w.patient_id`

const everybody = `
  with listed as (${eligible}), triaged as (${triaged})
  select case when t.patient_id is null then 'A list' else 'A list and triage' end as found,
    l.with_us or t.patient_id is not null as with_us, (l.with_us and l.listed_offer) or coalesce(t.offer, false) as offered
  from listed l left join triaged t on t.patient_id = l.patient_id
  union all
  select 'Triage', true, offer from triaged where patient_id not in (select patient_id from listed where patient_id is not null)`

const before = `
  select recount.standing_of(id, ${day}) as standing
  from (${latest(`select * from (${rows}) as all_rows where list_date between ($1::date - interval '1 month')::date and $1::date - 1 and $2::date >= $1::date`)}) as mine
  where recount.standing_of(id, $1::date - 1) = 'neverReached'`
const reached = is('known', 'invited', 'declined')

const report = 'caseFinding'
export const caseFindingRecounts: readonly Recount[] = [
  {
    ...{ report, section: 'Listed people' },
    things: latest(inPeriod),
    labels: {},
    tallies: tallies(' people'),
  },
  {
    ...{ report, section: 'By kind of list' },
    things: latest(inPeriod, ['kind']),
    labels: { 'Kind of list': 'kind_name' },
    tallies: tallies(' by kind'),
  },
  {
    ...{ report, section: 'By sender' },
    things: latest(inPeriod, ['kind', 'sender']),
    labels: { 'Kind of list': 'kind_name', Sender: 'sender' },
    tallies: tallies(' by sender'),
  },
  {
    ...{ report, section: 'NG249: eligible people on lists' },
    things: eligible,
    labels: {},
    tallies: {
      'Eligible people on lists': number(),
      'Eligible on lists and with us': withUs,
      'With us % of eligible on lists': percentOf(withUs, number()),
      'Eligible on lists and offered': offered,
      'Offered % of eligible on lists': percentOf(offered, number()),
      'Eligible on lists and not offered yet': number(
        (each) => each['with_us'] === true && each['listed_offer'] === false,
      ),
      'Eligible on lists and not with us': number((each) => each['with_us'] === false),
    },
  },
  {
    ...{ report, section: 'NG249: all eligible people' },
    things: everybody,
    labels: { 'Found by': 'found' },
    tallies: {
      'Eligible in all': number(),
      'Eligible in all and with us': withUs,
      'Eligible in all and offered': flagged('offered'),
      'Offered % of eligible in all': percentOf(flagged('offered'), number()),
      'Eligible in all and not offered yet': number((each) => each['offered'] === false),
    },
  },
  {
    ...{ report, section: 'Never reached the month before' },
    things: before,
    labels: {},
    tallies: {
      'Never reached the month before': number(),
      'Reached since': reached,
      'Reached since %': percentOf(reached, number()),
      'Invited since': is('invited'),
      'Known since': is('known'),
      'Declined since': is('declined'),
      'Died since': is('died'),
      'Still not reached': is('neverReached'),
    },
  },
]
