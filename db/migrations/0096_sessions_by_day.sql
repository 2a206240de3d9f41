-- A booking is asked about what else there is on its day (decision 136).
create index class_session_by_day on class_session (session_date);
