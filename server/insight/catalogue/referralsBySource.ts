import { count, share, type Report } from '../reports/definition.ts'
import { decisions, referralFacts, referralWords } from './referralsReceived.ts'

export const referralsBySource: Report = {
  name: 'referralsBySource',
  title: 'Referrals by source',
  group: 'Referrals',
  answers: 'Who refers people to us, and how many of theirs do we accept?',
  capability: 'report.run',
  definition: referralWords,
  sections: [
    {
      title: 'By referrer',
      facts: referralFacts,
      groups: [{ id: 'referrer', title: 'Referrer' }],
      measures: [count('referrals', 'Referrals'), share('share', 'Share %', 'referrals'), ...decisions],
      chart: { title: 'Referrals by referrer', bars: { rows: 'referrals' } },
    },
  ],
}
