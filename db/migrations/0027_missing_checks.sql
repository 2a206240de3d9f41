-- What the calls have always checked, held by the tables too. The lists and limits are those of contract/records/bmi.ts,
-- contract/savedReport.ts and contract/pathway/stage.ts; a test holds them equal.
alter table bmi add constraint bmi_in_range check (bmi between 10 and 80);

alter table saved_report add constraint saved_report_period_known
  check (period in ('lastMonth', 'last3Months', 'thisFinancialYear', 'lastFinancialYear', 'last12Months', 'fixed'));

-- A pathway stands on one of the lists, or was closed in one of three ways.
alter table stage_transition
  add constraint from_stage_known check (from_stage in ('awaitingAssessment', 'awaitingWellbeing', 'awaitingTreatment',
    'inTreatment', 'inExercise', 'awaitingFollowup', 'awaitingSecondFollowup', 'awaitingDischarge',
    'removed', 'discharged', 'cancelled')),
  add constraint to_stage_known check (to_stage in ('awaitingAssessment', 'awaitingWellbeing', 'awaitingTreatment',
    'inTreatment', 'inExercise', 'awaitingFollowup', 'awaitingSecondFollowup', 'awaitingDischarge',
    'removed', 'discharged', 'cancelled'));

alter table work_list_change
  add constraint work_list_change_stage_known check (stage in ('awaitingAssessment', 'awaitingWellbeing',
    'awaitingTreatment', 'inTreatment', 'inExercise', 'awaitingFollowup', 'awaitingSecondFollowup', 'awaitingDischarge'));
