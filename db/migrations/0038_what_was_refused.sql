-- A flag of refused consent may say what was refused (docs/flags.md): who refused to be rung is not on the call list.
alter table patient_flag
  drop constraint patient_flag_check2,
  add constraint patient_flag_category check (
    case when kind in ('redFlag', 'reasonableAdjustment', 'preferredFormat') then category is not null
      else category is null or kind = 'consentRefused' end),
  add constraint patient_flag_refusal check (kind <> 'consentRefused' or category in ('service', 'contact', 'calls', 'sharing',
    'other'));
