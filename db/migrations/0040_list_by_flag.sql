-- Work lists are narrowed by flag: who has an open one of a kind, and who refused consent on the consent screen.
create index patient_flag_open_of_kind on patient_flag (kind, patient_id) where ended_at is null;
create index patient_refused on patient (id) where consent_refused_date is not null or time_consent_refused is not null;
