import { sql as raw } from 'kysely'
import {
  countAll,
  countDistinct,
  factsOf,
  percent,
  spread,
  takenFrom,
  type CountedSection,
  type Facts,
} from '../reports/definition.ts'
import { bandCounts, bandIds, bandsUpTo, withinWeeks } from './bands.ts'
import { diedOn, joinTold, pathwaysInUse, weeks18 } from './shared.ts'

/** Each wait for a place, with the day on which the place was accepted and the day on which nobody waited for it any more. */
const dated: Facts = () => raw`
  select pathway.id as pathway_id, pathway.patient_id, class.name as class, place.waiting_since as since,
    place.accepted_date as accepted,
    least(place.left_date, pathway.discharge_date, pathway.cancel_referral_date, ${diedOn}) as given_up
  from class_place as place
  join exercise_class as class on class.id = place.class_id
  join (${pathwaysInUse}) on pathway.id = place.pathway_id
  ${joinTold}
  where place.waiting_since is not null`

const waiting = factsOf(
  'Waiting for a place in a class',
  'People who wait for a place in a class at the end of Date To, once for each class',
  takenFrom(
    dated,
    ({ to }) => raw`
    select pathway_id, patient_id, class, ${to} - since as days from facts
    where since <= ${to} and coalesce(accepted > ${to}, true) and coalesce(given_up > ${to}, true)`,
  ),
)

const accepted = factsOf(
  'Places accepted after a wait',
  'Places in a class that were accepted in the period by people who had waited for them',
  takenFrom(
    dated,
    ({ from, to }) => raw`
    select pathway_id, patient_id, class, accepted - since as days from facts
    where accepted between ${from} and ${to}`,
  ),
)

const byClass = [{ id: 'class', title: 'Class' }]

export const classWaitWords =
  'Waiting for a place in a class: from the day on which it was decided, whatever list the referral is on, until the place is accepted. An offered place that is not answered yet is still waited for. Waits that ended before this was recorded are not known.'

export const waitingForPlace: CountedSection = {
  title: 'Waiting for a place in a class',
  facts: waiting,
  groups: byClass,
  measures: [
    countDistinct('people', 'People waiting for a place', 'patient_id'),
    countAll('waiting', 'Waits for a place', bandIds),
    ...bandCounts,
    withinWeeks(18, bandsUpTo(weeks18)),
    percent('percent18', '% within 18 weeks', 'within18', 'waiting'),
  ],
  chart: { title: 'People waiting for a place in a class', bars: { rows: 'waiting' } },
}

export const placesAccepted: CountedSection = {
  title: 'Places accepted after a wait',
  facts: accepted,
  groups: byClass,
  measures: [countAll('places', 'Places accepted', bandIds), ...bandCounts, ...spread('days')],
}
