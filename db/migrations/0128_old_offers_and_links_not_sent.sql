-- Offers that are over leave the own page, and a link that was not sent stays in sight after a referral is closed. Unused since version 1.0.0.

-- A free slot that was offered and is answered, or no longer needed: the person refused it, took it, or was booked for
-- the same since, by another offer or by staff. Who gave up the slot after taking it is not offered it again by itself.
create view settled_offer as
  select offer.id
  from slot_offer as offer
  join clinic_slot as slot on slot.id = offer.slot_id
  where offer.refused_date is not null
    or exists (
      select from appointment
      where appointment.pathway_id = offer.pathway_id and appointment.is_active
        and appointment.created_at >= offer.created_at
        and (appointment.slot_id = offer.slot_id
          or (appointment.appointment_type = slot.appointment_type
            and (appointment.outcome is null or appointment.outcome not in ('cancelledByPatient', 'cancelledByService')))));

create or replace view my_offer with (security_barrier) as
  select offer.id, offer.pathway_id, slot.appointment_type, slot.slot_date, slot.start_time, location.name as place, location.address
  from slot_offer as offer
  join pathway on pathway.id = offer.pathway_id and pathway.is_active
    and pathway.discharge_date is null and pathway.cancel_referral_date is null
  join clinic_slot as slot on slot.id = offer.slot_id and not slot.is_withdrawn and slot.booked < slot.places
  join location on location.id = slot.location_id
  where pathway.patient_id = shown_person()
    and not exists (select from settled_offer where settled_offer.id = offer.id)
    and not exists (
      select from appointment
      where appointment.slot_id = slot.id and appointment.pathway_id = offer.pathway_id and appointment.is_active
        and (appointment.outcome is null or appointment.outcome not in ('cancelledByPatient', 'cancelledByService')));

-- A task about a link to the own page. After closing it is on the list of what is outstanding.
alter table task add column person_link_id bigint references person_link;
create index open_task_by_person_link on task (person_link_id) where closed_at is null and person_link_id is not null;
