-- Texts from telephones that the falls calendar does not know (decision 164). Only that one came is kept, for as long as
-- GOV.UK Notify keeps its words; there somebody reads it.

create table unknown_text (
  -- The number of the text at GOV.UK Notify, which sends some of them twice.
  source_id uuid primary key,
  received_at timestamptz not null
);
create index unknown_text_by_moment on unknown_text (received_at);
