import { sql as raw } from 'kysely'
import { count, factsOf, share, spread, type Report } from '../reports/definition.ts'
import { deletedDoNotCount, pathwaysInUse, reinstatedCount } from './shared.ts'

const facts = factsOf(
  'Referrals cancelled',
  'Referrals whose cancellation date lies in the period',
  ({ from, to }) => raw`
  select pathway.id as pathway_id, pathway.patient_id, declined_referral.name as reason, team_member.display_name as team_member,
    pathway.cancel_referral_date as cancelled_on, pathway.referral_date as referred_on, referrer.name as referrer,
    patient.nhs_number, pathway.cancel_referral_date - pathway.referral_date as days
  from ${pathwaysInUse}
  left join declined_referral on declined_referral.id = pathway.declined_referral_id
  left join team_member on team_member.id = pathway.cancel_team_member_id
  left join referrer on referrer.id = pathway.referrer_id
  where pathway.cancel_referral_date between ${from} and ${to}`,
)

export const declinedReferrals: Report = {
  name: 'declinedReferrals',
  title: 'Declined referrals',
  group: 'Referrals',
  answers: 'Which referrals were cancelled, and why?',
  capability: 'report.run',
  definition: [
    'Referrals that were not accepted or were withdrawn: those whose cancellation date lies in the period. They are not discharges.',
    'Days run from referral to cancellation.',
    deletedDoNotCount,
    reinstatedCount,
  ],
  sections: [
    {
      title: 'By reason',
      facts,
      groups: [{ id: 'reason', title: 'Reason' }],
      measures: [
        count('declined', 'Declined in the period'),
        share('share', 'Share %', 'declined'),
        ...spread('days'),
      ],
      chart: { title: 'Declined referrals by reason', bars: { rows: 'declined' } },
    },
    {
      kind: 'listed',
      title: 'Each declined referral',
      facts: async (period) =>
        raw`select * from (${await facts(period)}) as declined order by cancelled_on, pathway_id`,
      columns: [
        { id: 'cancelled_on', title: 'Cancelled', kind: 'day' },
        { id: 'referred_on', title: 'Referred', kind: 'day' },
        { id: 'nhs_number', title: 'NHS Number', kind: 'nhsNumber' },
        { id: 'referrer', title: 'Referrer', kind: 'text' },
        { id: 'reason', title: 'Reason', kind: 'text' },
        { id: 'team_member', title: 'Team member', kind: 'text' },
      ],
      empty: 'No referral was declined in this period.',
    },
  ],
}
