import { people, share, variants, type Recount } from './recount.ts'
import { number } from './tally.ts'

const titles = `
  (values ('print', 'Printed'), ('mail', 'By mail'), ('mesh', 'By MESH'), ('post', 'By GOV.UK Notify, as post')) as w (code, title),
  (values ('printed', 'Printed'), ('queued', 'To be sent'), ('accepted', 'Accepted, on the way'), ('posted', 'Posted'),
    ('arrived', 'Arrived'), ('failed', 'Did not arrive')) as o (code, title),
  (values ('patient', 'The patient'), ('gp', 'The GP practice')) as r (code, title)`

export const letterRecounts: readonly Recount[] = variants(
  [
    { report: 'lettersSent', section: 'By way and outcome', labels: { Way: 'way', Outcome: 'outcome' } },
    {
      report: 'lettersSent',
      section: 'By month, way, outcome and recipient',
      labels: { Month: 'month', Way: 'way', Outcome: 'outcome', Recipient: 'recipient' },
    },
  ],
  {
    things: `
    select p.patient_id, w.title as way, o.title as outcome, r.title as recipient,
      to_char(s.day, 'Mon YYYY') as month
    from (select d.*, timezone('Europe/London', d.created_at)::date as day from letter_dispatch d) s, letter l, recount.referral p, ${titles}
    where l.id = s.letter_id and p.id = l.pathway_id and w.code = s.way and o.code = s.state and r.code = l.recipient
      and s.day >= $1 and s.day <= $2`,
    tallies: { Letters: number(), ...share, ...people },
  },
)
