import { sql as raw } from 'kysely'
import { redFlagSigns } from '../../../contract/reference/redFlagSigns.ts'
import { unowned } from '../../../contract/pathways/unowned.ts'
import { count, countDistinct, factsOf, type Report } from '../reports/definition.ts'

const facts = factsOf(
  'Open red flags',
  'Red flags that were set by the end of Date To and are still open now',
  ({ to, today }) => raw`
  select flag.patient_id, flag.pathway_id, flag.category as item, flag.review_date, flag.found_date, patient.nhs_number,
    coalesce(flag.owner_name, ${unowned}) as owner,
    case when flag.has_open_referral then 'open' when flag.pathway_id is null then 'none' else 'closed' end as referral,
    flag.action is null as is_unanswered, flag.review_date < ${today} as is_past, flag.owner_id is null as is_nobodys
  from open_red_flag as flag
  join patient on patient.id = flag.patient_id
  where flag.found_date <= ${to}`,
)

const signs = Object.fromEntries(redFlagSigns.map(({ code, title }) => [code, title]))
const referrals = {
  open: 'A referral is open',
  closed: 'The last referral is closed',
  none: 'Never referred',
}

const measures = [
  count('flags', 'Red flags'),
  countDistinct('people', 'People', 'patient_id'),
  count('unanswered', 'Not answered', 'is_unanswered'),
  count('past', 'Review day past', 'is_past'),
  count('nobodys', `In ${unowned}`, 'is_nobodys'),
]

const inWords = (column: string, words: Record<string, string>) =>
  raw`case ${raw.ref(column)} ${raw.join(
    Object.entries(words).map(([code, title]) => raw`when ${raw.lit(code)} then ${raw.lit(title)}`),
    raw` `,
  )} end`

export const openRedFlags: Report = {
  name: 'openRedFlags',
  title: 'Open red flags',
  group: 'Discharges and caseload',
  answers: 'Which red flags are still open, and who owns them?',
  capability: 'report.run',
  isSnapshot: true,
  definition: [
    'Red flags that were set by the end of Date To and are still open now, whether a referral is open, closed or was never made. Date From is not used.',
    `Owner: the owner of the open referral, else the owner of the last one if they still work here; else the red flag is in ${unowned}. Not answered: nobody has said what was done. Review day past: the day by which it was to be dealt with is before today.`,
    'Patients who were deleted, merged or have died do not count.',
  ],
  sections: [
    {
      title: 'By referral',
      facts,
      groups: [{ id: 'referral', title: 'Referral', labels: referrals, every: () => Object.keys(referrals) }],
      measures,
    },
    {
      title: 'By owner',
      facts,
      groups: [{ id: 'owner', title: 'Owner' }],
      measures,
    },
    {
      title: 'By sign',
      facts,
      groups: [{ id: 'item', title: 'Sign', labels: signs }],
      measures,
    },
    {
      kind: 'listed',
      title: 'Each open red flag',
      facts: async (period) => raw`
        select review_date, found_date, nhs_number, patient_id, ${inWords('item', signs)} as item,
          ${inWords('referral', referrals)} as referral, owner
        from (${await facts(period)}) as flagged order by review_date, patient_id, flagged.item`,
      columns: [
        { id: 'review_date', title: 'Review day', kind: 'day' },
        { id: 'found_date', title: 'Set', kind: 'day' },
        { id: 'nhs_number', title: 'NHS Number', kind: 'nhsNumber' },
        { id: 'item', title: 'Sign', kind: 'text' },
        { id: 'referral', title: 'Referral', kind: 'text' },
        { id: 'owner', title: 'Owner', kind: 'text' },
      ],
      empty: 'No red flag is open.',
    },
  ],
}
