-- Each open red flag of somebody who lives, and whose it is: of an open referral its owner's, else of whoever owned the last referral
-- and works here, else nobody's, which stands in Unowned (clinical safety: a discharge ends no red flag; decision 127).
create view open_red_flag as
  select flag.id, flag.version, flag.patient_id, flag.category, flag.detail, flag.action, flag.review_date,
    (flag.created_at at time zone 'Europe/London')::date as found_date,
    exists (select from pathway where pathway.patient_id = flag.patient_id and pathway.is_active
      and pathway.discharge_date is null and pathway.cancel_referral_date is null) as has_open_referral,
    held.pathway_id, held.recorded_owner_id, held.owner_id, held.owner_name
  from patient_flag as flag
  join patient on patient.id = flag.patient_id and patient.is_active and patient.deceased_date is null
  left join lateral (
    select pathway.id as pathway_id, recorded.clinician_id as recorded_owner_id,
      present.id as owner_id, present.display_name as owner_name
    from pathway
    left join pathway_owner as recorded on recorded.pathway_id = pathway.id
    left join clinician_in_service as present on present.id = recorded.clinician_id
    where pathway.patient_id = flag.patient_id and pathway.is_active
    -- Of several open ones, one that has an owner; of closed ones, the last.
    order by greatest(pathway.discharge_date, pathway.cancel_referral_date) desc nulls first,
      coalesce(pathway.discharge_date, pathway.cancel_referral_date) is null and present.id is not null desc, pathway.id desc
    limit 1
  ) as held on true
  where flag.kind = 'redFlag' and flag.ended_at is null
    and not exists (select from said_dead where said_dead.patient_id = flag.patient_id);
grant select on open_red_flag to surefoot_app;
