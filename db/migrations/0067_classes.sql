-- Classes as they are given: their sessions, the people who have or wait for a place, and exercise at home (decision 109).
create table exercise_class (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  name text not null check (name <> ''),
  exercise_type_id bigint not null references exercise_type,
  location_id bigint not null references location,
  -- Its weekday is that of the class.
  first_date date not null,
  start_time text not null check (start_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  minutes integer not null check (minutes between 1 and 480),
  weeks integer not null check (weeks between 1 and 104),
  -- The instructor
  clinician_id bigint not null references clinician,
  qualification text check (qualification <> ''),
  qualification_expires date,
  capacity integer not null check (capacity between 1 and 60),
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user
);
revoke delete on exercise_class from surefoot_app;

create table class_day_off (
  class_id bigint not null references exercise_class,
  day_off date not null,
  primary key (class_id, day_off)
);

-- Each session as it was given: what is recorded of it stays true when the class is changed later.
create table class_session (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  class_id bigint not null references exercise_class,
  session_date date not null,
  start_time text not null check (start_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  minutes integer not null check (minutes between 1 and 480),
  exercise_type_id bigint not null references exercise_type,
  location_id bigint not null references location,
  -- Who gives it: the instructor, or who covers.
  clinician_id bigint not null references clinician,
  -- Since somebody was marked, or the session was changed by itself; from then on the class leaves it alone.
  recorded_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user,
  unique (class_id, session_date)
);

-- An attendance that was marked in a register; others have none.
alter table exercise_attendance add column class_session_id bigint references class_session;
create index exercise_attendance_of_session on exercise_attendance (class_session_id) where class_session_id is not null;

create table class_place (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  class_id bigint not null references exercise_class,
  pathway_id bigint not null references pathway,
  -- The plan whose sessions these are, from joining on.
  exercise_id bigint references exercise,
  state text not null check (state in ('waiting', 'offered', 'joined', 'left')),
  joined_date date,
  left_date date,
  left_reason text check (left_reason <> ''),
  left_note text check (left_note <> ''),
  transport text not null check (transport in ('own', 'needed', 'arranged')),
  wanted_location_id bigint references location,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user,
  check ((exercise_id is null) = (joined_date is null)),
  check (state <> 'joined' or joined_date is not null),
  check (state not in ('waiting', 'offered') or joined_date is null),
  check ((state = 'left') = (left_date is not null)),
  check ((left_date is null) = (left_reason is null)),
  check (left_note is null or left_date is not null)
);
create unique index class_place_once on class_place (class_id, pathway_id) where state <> 'left';
create index class_place_by_pathway on class_place (pathway_id);
create index class_place_by_exercise on class_place (exercise_id) where exercise_id is not null;
revoke delete on class_place from surefoot_app;

-- Minutes of exercise at home in a week that begins on this Monday, as the diary has it.
create table home_exercise (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  exercise_id bigint not null references exercise,
  week_date date not null,
  minutes integer not null check (minutes between 0 and 3000),
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user,
  unique (exercise_id, week_date)
);
revoke delete on home_exercise from surefoot_app;

-- Places with what ended them: leaving, or what became of the patient, the referral or the plan. A place of a record that was
-- removed is not among them.
create view class_member as
  select place.id, place.version, place.class_id, place.pathway_id, pathway.patient_id, place.exercise_id, place.state,
    place.joined_date, place.left_date, place.left_reason, place.transport, place.wanted_location_id,
    case
      when place.state = 'left' then 'left'
      when died.day is not null then 'died'
      when pathway.discharge_date is not null or pathway.cancel_referral_date is not null then 'closed'
      when not exercise.is_active then 'planDeleted'
      when exercise.completed_date is not null then 'completed'
    end as ended_how,
    case
      when place.state = 'left' then place.left_date
      else least(died.day, pathway.discharge_date, pathway.cancel_referral_date, exercise.completed_date)
    end as ended_date
  from class_place as place
  join pathway on pathway.id = place.pathway_id and pathway.is_active
  join patient on patient.id = pathway.patient_id and patient.is_active
  left join exercise on exercise.id = place.exercise_id
  left join lateral (
    select least(patient.deceased_date, (select min(said_dead.day) from said_dead where said_dead.patient_id = patient.id)) as day
  ) as died on true;
grant select on class_member to surefoot_app;
