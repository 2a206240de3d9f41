-- When a place in a class was offered, and which offers are of the same place (decision 172). Unused since version 1.0.0.
alter table class_place add column offered_at timestamptz, add column offer_round uuid;
create index class_place_by_offer_round on class_place (offer_round) where offer_round is not null;
