import { sql as raw } from 'kysely'
import { formatMonth } from '../../../contract/insight/reportPeriod.ts'
import { letterRecipients } from '../../../contract/care/letters/recipients.ts'
import { letterWays, stateTitles } from '../../../contract/care/letters/ways.ts'
import { count, countDistinct, factsOf, share, type Report } from '../reports/definition.ts'
import { monthOf, pathwaysInUse } from './shared.ts'

const dayOf = raw`(dispatch.created_at at time zone 'Europe/London')::date`

const facts = factsOf(
  'Letters sent',
  'Each time that a signed letter was sent in the period: printed, mailed, by MESH or as post',
  ({ from, to }) => raw`
  select pathway.id as pathway_id, pathway.patient_id, ${monthOf(dayOf)}, dispatch.way, dispatch.state as outcome, letter.recipient
  from letter_dispatch as dispatch
  join letter on letter.id = dispatch.letter_id
  join (${pathwaysInUse}) on pathway.id = letter.pathway_id
  where ${dayOf} between ${from} and ${to}`,
)

const titles = (choices: readonly { code: string; title: string }[]) =>
  Object.fromEntries(choices.map(({ code, title }) => [code, title]))

const measures = [
  count('letters', 'Letters'),
  share('share', 'Share %', 'letters'),
  countDistinct('people', 'People', 'patient_id'),
]
const way = { id: 'way', title: 'Way', labels: titles(letterWays) }
const outcome = { id: 'outcome', title: 'Outcome', labels: stateTitles }

export const lettersSent: Report = {
  name: 'lettersSent',
  title: 'Letters by way and outcome',
  group: 'Service',
  answers: 'How do letters leave, and do they arrive?',
  capability: 'report.run',
  definition: [
    `${facts.subject.each}. A letter that was sent again counts each time, with what became of it by now.`,
  ],
  sections: [
    {
      title: 'By way and outcome',
      facts,
      groups: [way, outcome],
      measures,
      chart: { title: 'Letters by way', bars: { rows: 'letters' } },
    },
    {
      title: 'By month, way, outcome and recipient',
      facts,
      groups: [
        { id: 'month', title: 'Month', show: formatMonth },
        way,
        outcome,
        { id: 'recipient', title: 'Recipient', labels: titles(letterRecipients) },
      ],
      measures,
    },
  ],
}
