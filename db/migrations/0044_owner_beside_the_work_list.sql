-- Today reads what nobody owns, and what one person owns, in the order in which it is due. The recorded owner stands beside the
-- work list for that, kept by the database itself, and compared by `verify` (decision 60).
alter table work_list add owner_id bigint references clinician;
update work_list set owner_id = recorded.clinician_id
from pathway_owner as recorded where recorded.pathway_id = work_list.pathway_id and recorded.clinician_id is not null;

create function owner_of_new_work_list_row() returns trigger language plpgsql as $$
begin
  new.owner_id := (select clinician_id from pathway_owner where pathway_id = new.pathway_id);
  return new;
end
$$;
create trigger work_list_owner before insert on work_list for each row execute function owner_of_new_work_list_row();

-- Once for a statement, however many referrals it hands over.
create function owner_to_work_list() returns trigger language plpgsql as $$
begin
  update work_list set owner_id = given.clinician_id from given
  where given.pathway_id = work_list.pathway_id and work_list.owner_id is distinct from given.clinician_id;
  return null;
end
$$;
create trigger pathway_owner_recorded after insert on pathway_owner
  referencing new table as given for each statement execute function owner_to_work_list();
create trigger pathway_owner_changed after update on pathway_owner
  referencing new table as given for each statement execute function owner_to_work_list();

create index work_list_by_owner on work_list (owner_id) where owner_id is not null;
create index work_list_unowned_by_since on work_list (stage, since, pathway_id) where owner_id is null;
create index work_list_unowned_by_due on work_list (stage, due, pathway_id) where owner_id is null;

create or replace view open_owner as
  select work_list.pathway_id, work_list.patient_id,
    present.id as owner_id, present.display_name as owner_name,
    work_list.owner_id as recorded_owner_id,
    coalesce(recorded.team_id, (select id from team where is_active order by sort_order, id limit 1)) as team_id
  from work_list
  left join pathway_owner as recorded on recorded.pathway_id = work_list.pathway_id
  left join clinician_in_service as present on present.id = work_list.owner_id;
