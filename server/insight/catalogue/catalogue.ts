import { auditOfAccess } from './auditOfAccess.ts'
import { bmi } from './bmi.ts'
import { callsAndFalls } from './callsAndFalls.ts'
import { caseFinding } from './caseFinding.ts'
import { caseloadByClinician } from './caseloadByClinician.ts'
import { classes } from './classes.ts'
import { completionByGroup } from './completionByGroup.ts'
import { completionFunnel } from './completionFunnel.ts'
import { currentWaitingList } from './currentWaitingList.ts'
import { dataQuality } from './dataQuality.ts'
import { declinedReferrals } from './declinedReferrals.ts'
import { discharges } from './discharges.ts'
import { equalityMonitoring } from './equalityMonitoring.ts'
import { equipmentIssued } from './equipmentIssued.ts'
import { exerciseActivity } from './exerciseActivity.ts'
import { exercisePlans } from './exercisePlans.ts'
import { fallsAssessment } from './fallsAssessment.ts'
import { fallsBeforeAndAfter } from './fallsBeforeAndAfter.ts'
import { fallsCalendar } from './fallsCalendar.ts'
import { fratScores } from './fratScores.ts'
import { monthEndPack } from './monthEndPack.ts'
import { nationalWaitingList } from './nationalWaitingList.ts'
import { lettersSent } from './lettersSent.ts'
import { onwardReferrals } from './onwardReferrals.ts'
import { openRedFlags } from './openRedFlags.ts'
import { pairedMeasures } from './pairedMeasures.ts'
import { referralWaits } from './referralWaits.ts'
import { referralsByGpPractice } from './referralsByGpPractice.ts'
import { referralsBySource } from './referralsBySource.ts'
import { referralsReceived } from './referralsReceived.ts'
import { serviceDashboard } from './serviceDashboard.ts'
import { telephoneFollowups } from './telephoneFollowups.ts'
import { timeInStage } from './timeInStage.ts'
import { treatmentOutcomes } from './treatmentOutcomes.ts'
import { waitingTimes } from './waitingTimes.ts'
import { wellbeingConcerns } from './wellbeingConcerns.ts'
import type { Report } from '../reports/definition.ts'

/** Every report, in the order offered. To add a report, add a file and a line here. */
export const catalogue: readonly Report[] = [
  serviceDashboard,
  monthEndPack,
  referralsReceived,
  caseFinding,
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
  lettersSent,
  bmi,
  exerciseActivity,
  exercisePlans,
  classes,
  telephoneFollowups,
  callsAndFalls,
  pairedMeasures,
  fallsBeforeAndAfter,
  fallsCalendar,
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
