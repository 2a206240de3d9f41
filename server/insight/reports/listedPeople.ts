import { sql as raw, type RawBuilder } from 'kysely'
import { refusalPattern } from '../../../contract/exchange/caseFinding/refusal.ts'

/*
 * How each person on a case-finding list stands with the service: the one statement from which the list on the screen, the
 * export, Today, the reports and the removal of old lists all count (decision 158). The rules in words:
 * contract/exchange/caseFinding/listKind.ts.
 */

interface Asked {
  /** Which rows, as a condition over `listed` (listed_person) and `list` (case_finding_list). */
  which: RawBuilder<unknown>
  /**
   * The day, as SQL of type date, at whose end people stand so. Deaths, referrals, decisions, invitations and chase days count
   * as of that day. Refusals of contact, merges, records in error and undone decisions count as they are now, because
   * nothing else of them is stored.
   */
  asOf: RawBuilder<unknown>
}

const dayOf = (instant: string) => raw`(${raw.ref(instant)} at time zone 'Europe/London')::date`

/** Flags of refused consent that mean: do not contact this person about the service. Null is a refusal of everything. */
const refusesContact = raw`(flag.category is null or flag.category in ('service', 'contact'))`

/**
 * A select of one row for each listed person: id, list_id, row_number, kind, sender, list_date, eligibility, standing;
 * patient_id, the surviving record, or null if nobody is registered under the number; is_accepted, whether a referral
 * was accepted from the list; and person, the same for all rows of one person. A row without NHS number and record is
 * a person of its own.
 */
export const standingsOf = ({ which, asOf }: Asked): RawBuilder<unknown> => raw`
  with recursive listed as materialized (
    select listed.id, listed.list_id, listed.row_number, listed.nhs_number, listed.eligibility, listed.is_opted_out,
      listed.incoming_referral_id, listed.standing as stored, list.kind, list.sender, list.list_date,
      (list.list_date - interval '12 months')::date as since
    from listed_person as listed join case_finding_list as list on list.id = listed.list_id
    where ${which}),
  opted as materialized (
    select nhs_number from listed_person where is_opted_out and nhs_number is not null
    union
    select nhs_number from case_finding_opt_out),
  sought as materialized (
    select nhs_number from listed where nhs_number is not null union select nhs_number from opted),
  numbered as materialized (
    select patient.nhs_number, patient.id as first_id, 1 as place
    from sought join patient on patient.nhs_number = sought.nhs_number
    union all
    select former.nhs_number, former.patient_id, 2
    from sought join former_number as former on former.nhs_number = sought.nhs_number),
  surviving (first_id, id) as (
    select distinct first_id, first_id from numbered
    union
    select surviving.first_id, patient_merge.survivor_id
    from surviving join patient_merge on patient_merge.merged_id = surviving.id and patient_merge.undone_at is null),
  matched as materialized (
    select distinct on (numbered.nhs_number) numbered.nhs_number, patient.id as patient_id
    from numbered
    join surviving on surviving.first_id = numbered.first_id
    join patient on patient.id = surviving.id and patient.is_active
    order by numbered.nhs_number, numbered.place, surviving.id <> numbered.first_id, patient.id),
  opted_patient as materialized (
    select distinct matched.patient_id from opted join matched on matched.nhs_number = opted.nhs_number),
  incoming as materialized (
    select incoming.id, incoming.nhs_number, accepted.id as pathway_id, accepted.patient_id,
      incoming.state = 'declined' and ${dayOf('incoming.decided_at')} <= ${asOf} as is_declined,
      accepted.id is not null and ${dayOf('incoming.decided_at')} <= ${asOf} as is_accepted,
      (incoming.decided_at is null or ${dayOf('incoming.decided_at')} > ${asOf}) and incoming.asked_date <= ${asOf}
        and (incoming.chase_date >= ${asOf} or (incoming.answer is not null and incoming.state <> 'asked')) as is_asked
    from incoming_referral as incoming
    left join lateral (
      select pathway.id, pathway.patient_id
      from pathway join patient on patient.id = pathway.patient_id
      where pathway.id = incoming.pathway_id and pathway.is_active and patient.is_active) as accepted on true
    where incoming.id in (select incoming_referral_id from listed)
      or incoming.nhs_number in (select nhs_number from sought)),
  person as materialized (
    select listed.*, coalesce(own.patient_id, matched.patient_id) as patient_id, own.pathway_id,
      coalesce(own.is_declined, false) as is_declined, coalesce(own.is_accepted, false) as is_accepted,
      coalesce(own.is_asked, false) as is_asked
    from listed
    left join incoming as own on own.id = listed.incoming_referral_id
    left join matched on matched.nhs_number = listed.nhs_number),
  referral as materialized (
    select pathway.id, pathway.patient_id,
      coalesce(pathway.referral_date, pathway.received_date, ${dayOf('pathway.created_at')}) as begun,
      least(pathway.cancel_referral_date, pathway.discharge_date) as closed,
      coalesce(declined_referral.name ~* ${refusalPattern} or discharge_reason.name ~* ${refusalPattern}, false) as is_refused
    from pathway
    left join declined_referral on declined_referral.id = pathway.declined_referral_id and pathway.cancel_referral_date is not null
    left join discharge_reason on discharge_reason.id = pathway.discharge_reason_id and pathway.discharge_date is not null
    where pathway.is_active and pathway.patient_id in (select patient_id from person)),
  -- What the list led to, also from another row of it that names the same person.
  from_list as materialized (
    select listed_person.list_id, incoming_referral.pathway_id, ${dayOf('incoming_referral.decided_at')} as accepted
    from listed_person join incoming_referral on incoming_referral.id = listed_person.incoming_referral_id
    where listed_person.list_id in (select list_id from listed) and incoming_referral.pathway_id is not null),
  referred as materialized (
    select person.id,
      bool_or(from_list.pathway_id is null
        and (referral.closed is null or referral.closed > ${asOf} or (referral.closed >= person.since and not referral.is_refused))) as is_known,
      bool_or(referral.is_refused and referral.closed between person.since and ${asOf}) as has_refused,
      bool_or(from_list.accepted <= ${asOf}) as is_from_list
    from person
    join referral on referral.patient_id = person.patient_id and referral.begun <= ${asOf}
    left join from_list on from_list.list_id = person.list_id and from_list.pathway_id = referral.id
    group by person.id),
  asked_elsewhere as materialized (
    select distinct person.id
    from person join incoming on incoming.nhs_number = person.nhs_number
    where incoming.is_asked and incoming.id is distinct from person.incoming_referral_id),
  died as materialized (
    select id as patient_id from patient where deceased_date <= ${asOf} and id in (select patient_id from person)
    union
    select patient_id from said_dead where day <= ${asOf} and patient_id in (select patient_id from person)),
  refusing as materialized (
    select id as patient_id from patient
    where (consent_refused_date is not null or time_consent_refused is not null) and id in (select patient_id from person)
    union
    select flag.patient_id from patient_flag as flag
    where flag.kind = 'consentRefused' and flag.ended_at is null and ${refusesContact}
      and flag.patient_id in (select patient_id from person))
  select person.id, person.list_id, person.row_number, person.kind, person.sender, person.list_date, person.eligibility,
    person.patient_id, person.is_accepted or coalesce(referred.is_from_list, false) as is_accepted,
    coalesce('patient ' || person.patient_id, 'number ' || person.nhs_number, 'row ' || person.id) as person,
    case
      when person.stored is not null then person.stored
      when died.patient_id is not null then 'died'
      when referred.is_known then 'known'
      when person.is_opted_out or opted.nhs_number is not null or opted_patient.patient_id is not null or person.is_declined
        or referred.has_refused or refusing.patient_id is not null then 'declined'
      when person.is_accepted or referred.is_from_list or person.is_asked or asked_elsewhere.id is not null then 'invited'
      else 'neverReached'
    end as standing
  from person
  left join referred on referred.id = person.id
  left join asked_elsewhere on asked_elsewhere.id = person.id
  left join opted on opted.nhs_number = person.nhs_number
  left join opted_patient on opted_patient.patient_id = person.patient_id
  left join died on died.patient_id = person.patient_id
  left join refusing on refusing.patient_id = person.patient_id`
