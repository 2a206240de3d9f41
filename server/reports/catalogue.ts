import { auditOfAccess } from './catalogue/auditOfAccess.ts'
import { bmi } from './catalogue/bmi.ts'
import { callsAndFalls } from './catalogue/callsAndFalls.ts'
import { caseloadByClinician } from './catalogue/caseloadByClinician.ts'
import { classes } from './catalogue/classes.ts'
import { completionByGroup } from './catalogue/completionByGroup.ts'
import { completionFunnel } from './catalogue/completionFunnel.ts'
import { currentWaitingList } from './catalogue/currentWaitingList.ts'
import { dataQuality } from './catalogue/dataQuality.ts'
import { declinedReferrals } from './catalogue/declinedReferrals.ts'
import { discharges } from './catalogue/discharges.ts'
import { equalityMonitoring } from './catalogue/equalityMonitoring.ts'
import { equipmentIssued } from './catalogue/equipmentIssued.ts'
import { exerciseActivity } from './catalogue/exerciseActivity.ts'
import { exercisePlans } from './catalogue/exercisePlans.ts'
import { fallsAssessment } from './catalogue/fallsAssessment.ts'
import { fallsBeforeAndAfter } from './catalogue/fallsBeforeAndAfter.ts'
import { fratScores } from './catalogue/fratScores.ts'
import { monthEndPack } from './catalogue/monthEndPack.ts'
import { nationalWaitingList } from './catalogue/nationalWaitingList.ts'
import { onwardReferrals } from './catalogue/onwardReferrals.ts'
import { openRedFlags } from './catalogue/openRedFlags.ts'
import { pairedMeasures } from './catalogue/pairedMeasures.ts'
import { referralWaits } from './catalogue/referralWaits.ts'
import { referralsByGpPractice } from './catalogue/referralsByGpPractice.ts'
import { referralsBySource } from './catalogue/referralsBySource.ts'
import { referralsReceived } from './catalogue/referralsReceived.ts'
import { serviceDashboard } from './catalogue/serviceDashboard.ts'
import { telephoneFollowups } from './catalogue/telephoneFollowups.ts'
import { timeInStage } from './catalogue/timeInStage.ts'
import { treatmentOutcomes } from './catalogue/treatmentOutcomes.ts'
import { waitingTimes } from './catalogue/waitingTimes.ts'
import { wellbeingConcerns } from './catalogue/wellbeingConcerns.ts'
import type { Report } from './definition.ts'

/** Every report, in the order in which it is offered; a new one needs a file and a line here. */
export const catalogue: readonly Report[] = [
  serviceDashboard,
  monthEndPack,
  referralsReceived,
  referralsBySource,
  referralsByGpPractice,
  declinedReferrals,
  waitingTimes,
  referralWaits,
  currentWaitingList,
  nationalWaitingList,
  timeInStage,
  fratScores,
  wellbeingConcerns,
  treatmentOutcomes,
  equipmentIssued,
  onwardReferrals,
  bmi,
  exerciseActivity,
  exercisePlans,
  classes,
  telephoneFollowups,
  callsAndFalls,
  pairedMeasures,
  fallsBeforeAndAfter,
  completionByGroup,
  fallsAssessment,
  discharges,
  completionFunnel,
  caseloadByClinician,
  openRedFlags,
  equalityMonitoring,
  dataQuality,
  auditOfAccess,
]
