-- Who is late waits longest, and a district is a part of the postcodes: read in the other order, all the rest of a list came first, row
-- by row of the table. The indexes of these two orders have what narrows them.
create index work_list_referral_date_day on work_list (stage, referral_date, pathway_id) include (since, due);
drop index work_list_by_referral_date;
alter index work_list_referral_date_day rename to work_list_by_referral_date;
create index work_list_postcode_district on work_list (stage, postcode, pathway_id) include (district);
drop index work_list_by_postcode;
alter index work_list_postcode_district rename to work_list_by_postcode;
