import { callsMade } from './callsMade.ts'
import { people, type Recount } from './recount.ts'
import { different, flagged, greatest, mean, median, number, percentOf, ratioOf } from './tally.ts'

export const callRecounts: readonly Recount[] = [
  {
    report: 'callsAndFalls',
    section: 'Reached within the window',
    things: `
      with ${callsMade},
      due as (
        select 'First' as which, date(day + interval '3 months') as due, one as called, over from made
        union all select 'Second', date(one + interval '3 months'), two, over from made where one is not null),
      judged as (
        select which, due, over, case
          when called is null or called - due > 14 then 'no'
          when due - called > 14 then 'early' else 'yes' end as reached
        from due)
      select which, reached = 'yes' as in_time, reached = 'early' as early,
        reached = 'no' and (over is null or over - due > 14) as missed,
        reached = 'no' and over - due <= 14 as not_needed
      from judged where due >= date($1) - 14 and due <= date($2) - 14`,
    labels: { Call: 'which' },
    tallies: {
      'Windows closed': number(),
      'Reached in it': flagged('in_time'),
      'Reached before': flagged('early'),
      'Not reached in it': flagged('missed'),
      'Not needed': flagged('not_needed'),
      'Reached in it %': percentOf(flagged('in_time'), number()),
    },
  },
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
    tallies: { Attempts: number(), ...people },
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
      'With a fall': flagged('fell'),
      'With a fall %': percentOf(flagged('fell'), number()),
      'With an injury': flagged('injured'),
      'Over an hour on the floor': flagged('long_lie'),
      'With an ambulance': flagged('ambulance'),
      'Mean falls': mean('falls'),
      'Falls per person-year': ratioOf('falls', 'years'),
    },
  },
]
