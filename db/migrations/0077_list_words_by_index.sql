-- Words are looked for in an index of the lists that has what they are compared with, and not in every page of the table (decision 119).
-- What is longer than an index takes stands in one of its own, which is as good as empty, and no save fails by it.
create index work_list_words on work_list (stage, pathway_id) include (since, due, patient_id, filter_key)
  where octet_length(filter_key) <= 1000;
create index work_list_long_words on work_list (stage) where octet_length(filter_key) > 1000;
