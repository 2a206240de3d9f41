-- A search by first name and gender finds and counts its patients in one index: it was looked for in the index of genders, which has
-- a first name at each family name (decision 119).
create index patient_first_name_gender on patient (first_name_key, family_name_key, id) include (gender_id) where is_active;
drop index patient_by_first_name;
alter index patient_first_name_gender rename to patient_by_first_name;
