-- What every save asks about one patient or plan, without the steps that most do not need, as in migration 0099.

-- The days on which a record says that the patient died, as the view said_dead has them, whatever the lists say: a save may just have
-- recorded it.
create function said_dead_days_in_records(of_patient bigint) returns jsonb
  language plpgsql stable as $$
begin
  if not exists (
    select from pathway
    where pathway.patient_id = of_patient and pathway.is_active
      and (pathway.discharge_date is not null or pathway.cancel_referral_date is not null
        or exists (
          select from frat
          where frat.pathway_id = pathway.id and frat.is_active and frat.discharged_to_id is not null offset 0)
        or exists (
          select from followup
          where followup.pathway_id = pathway.id and followup.is_active and followup.outcome = 'died' offset 0))) then
    return '[]'::jsonb;
  end if;
  return (select coalesce(jsonb_agg(day order by day), '[]'::jsonb) from said_dead where patient_id = of_patient);
end
$$;

-- The last session of the class in which a plan has a place, as the view class_until has it. Most plans have none. A view, because who
-- may only look may not read the notes of the places.
create view class_place_of_plan as select exercise_id, pathway_id from class_place where exercise_id is not null;
grant select on class_place_of_plan to surefoot_app, surefoot_reader;
create or replace function class_until_of(of_exercise bigint, of_pathway bigint) returns date language plpgsql stable as $$
begin
  if not exists (select from class_place_of_plan where class_place_of_plan.exercise_id = of_exercise) then
    return null;
  end if;
  return (select day from class_until where exercise_id = of_exercise and pathway_id = of_pathway);
end
$$;
