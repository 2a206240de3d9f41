import type { Kysely } from 'kysely'
import { sql as raw } from 'kysely'
import { waitAnswers, type WaitAnswer } from '../../../../contract/pathways/records/said.ts'
import { daysBetween, today } from '../../../../contract/platform/dates/dates.ts'
import { dayOfInstant, londonClock } from '../../../../contract/platform/dates/wallTime.ts'
import type { DB } from '../../../platform/db/types.ts'
import { html, type Html } from '../../../platform/http/pages/html.ts'
import { lockPathway } from '../../../stages/lock.ts'
import { keepAnswer, sentId, writingOf } from '../answers/keep.ts'
import { addressOf, heading, withTelephone, type Frame, type Shown } from '../pages/frame.ts'
import { LookAgain, type Acting, type Reading } from '../pages/personPages.ts'
import { ringButton } from '../pages/ringAdvice.ts'
import type { PersonService } from '../service.ts'
import { dayIn } from '../words/dayIn.ts'
import { fill } from '../words/words.ts'
import type { Purpose } from './home.ts'
import { cardOf, hidden, noticeOf, summary } from './parts.ts'
import { lockPatient, raiseToday } from './redFlagsRaised.ts'

interface Wait {
  pathwayId: number
  since: string | null
  fromDays: number | null
  toDays: number | null
  answer: string | null
  saidAt: string | null
}

const readWaits = async (sql: Kysely<DB>): Promise<Wait[]> => {
  const rows = await sql.selectFrom('my_wait').selectAll().orderBy('pathway_id').execute()
  return rows.map((row) => ({
    pathwayId: row.pathway_id ?? 0,
    since: row.since,
    fromDays: row.from_days,
    toDays: row.to_days,
    answer: row.answer,
    saidAt: row.told_at,
  }))
}

/** Weeks waited, and the usual wait as a range: never a place in a queue, which says little and moves both ways. */
const rowsOf = (frame: Frame, { since, fromDays, toDays }: Wait, now: number): Html => {
  const { waiting } = frame.words
  const from = fromDays === null ? null : Math.max(1, Math.floor(fromDays / 7))
  const to = from === null || toDays === null ? null : Math.max(from + 1, Math.ceil(toDays / 7))
  return summary([
    ...(since === null
      ? []
      : ([
          [waiting.weeks, String(Math.max(0, Math.floor(daysBetween(since, londonClock(now).day) / 7)))],
        ] as const)),
    ...(from === null || to === null
      ? []
      : ([[waiting.usual, fill(waiting.range, { from: String(from), to: String(to) })]] as const)),
  ])
}

const saidOf = (frame: Frame, { answer, saidAt }: Wait): Html | null => {
  const { waiting } = frame.words
  const known = waitAnswers.find(({ code }) => code === answer)
  if (known === undefined || saidAt === null) return null
  const day = dayIn(frame.language, dayOfInstant(saidAt))
  return html`<p>${fill(waiting.last, { answer: waiting.answers[known.code], day })}</p>`
}

const waitingPage = async ({ frame, sql, now, query }: Reading): Promise<Shown> => {
  const { waiting } = frame.words
  const waits = await readWaits(sql)
  const isWorse = query['said'] === 'worse'
  return {
    title: waiting.title,
    back: 'home',
    body: html`${heading(waiting.title)}
    ${
      isWorse
        ? html`<div class="nhsuk-card nhsuk-card--care nhsuk-card--care--emergency" role="alert">
            <div class="nhsuk-card__heading-container">
              <h2 class="nhsuk-card__heading">${waiting.worseTitle}</h2>
              <span class="nhsuk-card--care__arrow" aria-hidden="true"></span>
            </div>
            <div class="nhsuk-card__content">
              <p>${waiting.worse999}</p>
              ${ringButton('999', frame.words.redFlag.ring999)}
              <p>${waiting.worse111}</p>
              ${ringButton('111', frame.words.redFlag.ring111)}
              <p>${waiting.said.worse}</p>
              ${frame.service.telephone === null ? null : html`<p>${withTelephone(frame, frame.words.frame.ring)}</p>`}
            </div>
          </div>`
        : noticeOf(query['said'], waiting.said)
    }
    ${waits.length === 0 ? html`<p>${waiting.none}</p>` : null}
    ${waits.map(
      (wait) =>
        html`${rowsOf(frame, wait, now)} ${saidOf(frame, wait)}
          <h2 class="nhsuk-heading-m">${waiting.question}</h2>
          <p>${waiting.silence}</p>
          <form action="${addressOf('waiting')}" method="post" novalidate>
            ${hidden({ id: String(wait.pathwayId) })}
            ${waitAnswers.map(
              ({ code }) =>
                html`<p>
                  <button
                    class="nhsuk-button nhsuk-u-margin-bottom-0${code === 'still' ? '' : ' nhsuk-button--secondary'}"
                    type="submit"
                    name="answer"
                    value="${code}"
                  >
                    ${waiting.answers[code]}
                  </button>
                </p>`,
            )}
          </form>`,
    )}`,
  }
}

/** What somebody of the service has to do today. “Still” is only shown on the list. */
const tasks: Record<WaitAnswer, string | undefined> = {
  still: undefined,
  noLonger:
    'Ring the person: no longer wants to come, as they said on their own page. Ask why, and what would help. Nothing was cancelled.',
  unsure: 'Ring the person: is not sure about coming, as they said on their own page.',
  worse:
    'Ring now: got worse while waiting, as they said on their own page. They were shown when to ring 111 and 999.',
}

const worseAfter = ({ actsAs }: Acting['visit']): string =>
  `Ring now: got worse, as ${actsAs === null ? 'the patient' : `${actsAs} for the patient`} said on the own page of a referral that is closed. They were shown when to ring 111 and 999.`

/** People who wait: how long it takes, and whether they still want to come. Silence changes nothing. */
export const waiting = (service: PersonService): Purpose => ({
  card: async ({ frame, sql, now }) => {
    const words = frame.words.waiting
    const waits = await readWaits(sql)
    if (waits.length === 0) return null
    return html`${waits.map((wait) =>
      cardOf(
        words.title,
        html`${rowsOf(frame, wait, now)} ${saidOf(frame, wait)}
          <p>
            <a class="nhsuk-button nhsuk-u-margin-bottom-0" href="${addressOf('waiting')}"
              >${words.question}</a
            >
          </p>`,
      ),
    )}`
  },
  serve: ({ page, act }) => {
    page('waiting', waitingPage)
    act('waiting', async (acting) => {
      const writing = writingOf(service, acting)
      const { visit, now, sent } = acting
      const again = new LookAgain('waiting?said=changed')
      const pathwayId = sentId(acting, 'id', again.to)
      const answer = waitAnswers.find(({ code }) => code === sent.get('answer'))?.code
      if (answer === undefined) throw again
      const { rows } = await raw<{ waits: boolean }>`
        select exists (select from work_list where pathway_id = pathway.id
          and stage in ('awaitingAssessment', 'awaitingWellbeing', 'awaitingTreatment')) as waits
        from pathway where id = ${pathwayId} and patient_id = ${visit.patientId}`.execute(writing.sql)
      const [referral] = rows
      if (referral === undefined || (answer !== 'worse' && !referral.waits)) throw again
      // Somebody who got worse is rung, also if they no longer wait by now.
      if (answer === 'worse') {
        const referrals = await lockPatient(writing.sql, visit.patientId)
        if (!referrals.some(({ id, isOpen }) => id === pathwayId && isOpen)) {
          await raiseToday(acting, worseAfter(visit))
          return 'waiting?said=worse'
        }
      }
      await lockPathway(writing, pathwayId)
      const last = await writing.sql
        .selectFrom('person_answer')
        .select(['told', 'told_at as at', 'settled_at as settledAt'])
        .where('pathway_id', '=', pathwayId)
        .where('kind', '=', 'wait')
        .orderBy('id', 'desc')
        .executeTakeFirst()
      const task = tasks[answer]
      const isSaid =
        last !== undefined &&
        (last.told as { answer?: string }).answer === answer &&
        // Said again after somebody saw to it, it is new.
        (task === undefined || last.settledAt === null) &&
        dayOfInstant(last.at) === today(now)
      if (!isSaid)
        await keepAnswer(writing, acting, {
          ...{ pathwayId, said: { kind: 'wait', answer } },
          ...(task === undefined ? {} : { task }),
        })
      return `waiting?said=${answer}`
    })
  },
})
