import type { Report } from '../reports/definition.ts'
import { listsByWait } from './currentWaitingList.ts'
import { dischargesByReason } from './discharges.ts'
import { attendanceByMonth } from './exerciseActivity.ts'
import { waitingByBand } from './nationalWaitingList.ts'
import { referralsByWeek, referralWords } from './referralsReceived.ts'
import { waitsByStep } from './waitingTimes.ts'

/** The service at a glance, built from sections of the other reports. */
export const serviceDashboard: Report = {
  name: 'serviceDashboard',
  title: 'Service dashboard',
  group: 'Service',
  answers: 'How is the service doing as a whole?',
  capability: 'dashboard.read',
  isSnapshot: true,
  definition: [
    ...referralWords,
    'Each part is counted as in the report on the same subject, which has its definition. Waiting lists are those at the end of Date To.',
  ],
  sections: [
    referralsByWeek,
    waitingByBand,
    { ...listsByWait, title: 'Open referrals by stage' },
    waitsByStep,
    attendanceByMonth,
    dischargesByReason,
  ],
}
