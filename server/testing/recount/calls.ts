import { callsMade } from './callsMade.ts'
import { people, type Recount } from './recount.ts'
import { different, flagged, greatest, mean, median, number, percentOf, ratioOf } from './tally.ts'

/** Shown by two reports and the dashboard, so counted again for each that says its sections. */
const onTime = (report: string): Recount => ({
  report,
  section: 'Follow-up calls on time',
  things: `
    with ${callsMade},
    due as (
      select 'First' as which, date(day + interval '3 months') as due, case when one <= date($2) then one end as called, over from made
      union all
      select 'Second', date(one + interval '3 months'), case when two <= date($2) then two end, over from made where one is not null)
    select which, called is null and not coalesce(over - due <= 14, false) as missed,
      called is null and over - due <= 14 as not_needed, called - due < -14 as early, called - due > 14 as late,
      abs(called - due) <= 14 as on_time
    from due
    where due >= date($1) - 14 and due <= date($2) - 14 and due + 14 < date(timezone('Europe/London', now()))`,
  labels: { Call: 'which' },
  tallies: {
    'Windows closed': number(),
    'On time': flagged('on_time'),
    'Before the window': flagged('early'),
    Late: flagged('late'),
    'Not reached': flagged('missed'),
    'Not needed': flagged('not_needed'),
    'On time %': percentOf(flagged('on_time'), number()),
  },
})

export const callRecounts: readonly Recount[] = [
  onTime('callsAndFalls'),
  onTime('telephoneFollowups'),
  {
    report: 'callsAndFalls',
    section: 'Attempts for each person reached',
    things: `
      with numbered as (
        select c.*, row_number() over (partition by pathway_id order by call_date, id) as place,
          coalesce(outcome, 'reached') = 'reached' as is_reached
        from recount.call c)
      select n.patient_id, n.place - coalesce(
          (select max(b.place) from numbered b where b.pathway_id = n.pathway_id and b.is_reached and b.place < n.place), 0) as attempts
      from numbered n where n.is_reached and n.call_date >= $1 and n.call_date <= $2`,
    labels: {},
    tallies: {
      'Calls reached': number(),
      'At the first attempt': number(({ attempts }) => attempts === 1),
      'At the second': number(({ attempts }) => attempts === 2),
      Later: number(({ attempts }) => Number(attempts) > 2),
      'People reached': different('patient_id'),
      'Mean attempts': mean('attempts'),
      'Median attempts': median('attempts'),
      'Most attempts': greatest('attempts'),
    },
  },
  {
    report: 'callsAndFalls',
    section: 'Attempts by outcome',
    things: `
      select patient_id, case outcome when 'noAnswer' then 'No answer' when 'inHospital' then 'In hospital'
        when 'died' then 'Died' when 'spokeToOther' then 'Spoke to somebody else' else 'Reached' end as outcome
      from recount.call where call_date >= $1 and call_date <= $2`,
    labels: { Outcome: 'outcome' },
    tallies: { 'Calls made': number(), ...people },
  },
  {
    report: 'callsAndFalls',
    section: 'Falls since the last contact',
    things: `
      with contact as (
        select pathway_id, call_date as day from recount.call where falls_since_contact >= 0
        union all select pathway_id, last_day from recount.programme where last_day is not null
        union all select d.pathway_id, d.decision_date from recount.decision d
        where d.reason <> 'planDeclined' or d.pathway_id not in (select pathway_id from recount.programme where last_day is not null))
      select c.patient_id, c.falls_since_contact as falls, c.falls_since_contact > 0 as fell,
        (c.call_date - (select max(k.day) from contact k where k.pathway_id = c.pathway_id and k.day < c.call_date)) / 365.25 as years,
        c.id in (select followup_id from followup_fall where injury) as injured,
        c.id in (select followup_id from followup_fall where long_lie) as long_lie,
        c.id in (select followup_id from followup_fall where ambulance) as ambulance
      from recount.call c where c.falls_since_contact is not null and c.call_date >= $1 and c.call_date <= $2`,
    labels: {},
    tallies: {
      'Calls that tell of falls or none': number(),
      ...people,
      'Calls that tell of a fall': flagged('fell'),
      'Calls that tell of a fall %': percentOf(flagged('fell'), number()),
      'With an injury': flagged('injured'),
      'Over an hour on the floor': flagged('long_lie'),
      'With an ambulance': flagged('ambulance'),
      'Mean falls': mean('falls'),
      'Falls per person-year since the last contact': ratioOf('falls', 'years'),
    },
  },
]
