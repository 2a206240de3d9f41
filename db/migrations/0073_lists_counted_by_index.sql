-- How many a filter of a work list finds, and how many of them are late, is counted in the indexes alone: each has the day beside what
-- it is filtered by (decision 117).
create index work_list_since_owner on work_list (stage, since, pathway_id) include (owner_id);
drop index work_list_by_since;
alter index work_list_since_owner rename to work_list_by_since;
create index work_list_due_owner on work_list (stage, due, pathway_id) include (owner_id);
drop index work_list_by_due;
alter index work_list_due_owner rename to work_list_by_due;
create index work_list_referrer_day on work_list (stage, referrer_key, pathway_id) include (since, due);
drop index work_list_by_referrer;
alter index work_list_referrer_day rename to work_list_by_referrer;
create index work_list_gp_day on work_list (stage, registered_gp_key, pathway_id) include (since, due);
drop index work_list_by_gp;
alter index work_list_gp_day rename to work_list_by_gp;
create index work_list_district_day on work_list (stage, district, pathway_id) include (since, due);
drop index work_list_by_district;
alter index work_list_district_day rename to work_list_by_district;
