import { sql as raw, type Kysely } from 'kysely'
import type { CalendarDate } from '../../../../contract/platform/dates/dates.ts'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import type { DB } from '../../../platform/db/types.ts'
import { html, type Html } from '../../../platform/http/pages/html.ts'
import { addressOf, heading, withTelephone, type Frame } from '../pages/frame.ts'
import type { PersonPages } from '../pages/personPages.ts'
import { dayIn } from '../words/dayIn.ts'
import type { Purpose } from './home.ts'

const yearMs = 365 * 24 * 60 * 60_000

/** In the order in which a day names them. */
const everyWho = [
  'clinician',
  'office',
  'governance',
  'staff',
  'outside',
  'software',
  'person',
  'acting',
] as const
type Who = (typeof everyWho)[number]

/** Who opened the record on each day of the last twelve months, latest first. Nobody is named. */
const openingsOf = async (sql: Kysely<DB>, now: number): Promise<{ day: CalendarDate; who: Who[] }[]> => {
  const { rows } = await raw<{ day: CalendarDate; who: string[] }>`
    select to_char(at at time zone 'Europe/London', 'YYYY-MM-DD') as day, array_agg(distinct who) as who from my_opening
    where at >= ${instantOf(now - yearMs)}::timestamptz group by 1 order by 1 desc`.execute(sql)
  return rows.map(({ day, who }) => ({ day, who: everyWho.filter((each) => who.includes(each)) }))
}

const listed = ({ words: { access } }: Frame, who: readonly Who[]): Html =>
  html`${who.map((each, place) => html`${place === 0 ? null : html`<br />`}${access[each]}`)}`

/** Who opened the person's record, by day and role, from the audit trail (decision 169). */
export const openingsPurpose: Purpose = {
  card: ({ frame: { words } }) =>
    Promise.resolve(
      html`<h2 class="nhsuk-heading-m">${words.access.title}</h2>
        <p><a href="${addressOf('opened')}">${words.access.open}</a></p>`,
    ),
  serve: ({ page }: PersonPages) => {
    page('opened', async ({ sql, frame, now }) => {
      const { access } = frame.words
      const days = await openingsOf(sql, now)
      return {
        title: access.title,
        back: 'home',
        body: html`${heading(access.title)}
          ${
            // Says nothing of whether somebody opened it: nothing is shown of a person who is not safe at home.
            days.length === 0
              ? html`<p>${access.none}</p>`
              : html`<p>${access.lead}</p>
                  <dl class="nhsuk-summary-list">
                    ${days.map(
                      ({ day, who }) =>
                        html`<div class="nhsuk-summary-list__row">
                          <dt class="nhsuk-summary-list__key">${dayIn(frame.language, day)}</dt>
                          <dd class="nhsuk-summary-list__value">${listed(frame, who)}</dd>
                        </div>`,
                    )}
                  </dl>`
          }
          <p>${access.more}</p>
          ${frame.service.telephone === null ? null : html`<p>${withTelephone(frame, frame.words.frame.ring)}</p>`}`,
      }
    })
  },
}
