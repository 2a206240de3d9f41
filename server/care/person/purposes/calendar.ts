import { randomUUID } from 'node:crypto'
import {
  mostChosenFalls,
  pageAnswerInWords,
  readPageAnswer,
  type PageAnswer,
} from '../../../../contract/care/fallsCalendar/reading.ts'
import { answersUntil } from '../../../../contract/care/fallsCalendar/months.ts'
import type { ReplyOutcome } from '../../../../contract/care/fallsCalendar/placing.ts'
import { today, type CalendarDate } from '../../../../contract/platform/dates/dates.ts'
import { faultSummary, fieldHtml } from '../../../platform/http/pages/boxes.ts'
import type { Faults, Field } from '../../../platform/http/pages/fields.ts'
import { html, type Html } from '../../../platform/http/pages/html.ts'
import { recordCalendarReply } from '../../fallsCalendar/receive.ts'
import { sentId } from '../answers/keep.ts'
import { addressOf, formOf, heading, type Frame, type Shown } from '../pages/frame.ts'
import { LookAgain, type Acting, type Reading } from '../pages/personPages.ts'
import { dayIn } from '../words/dayIn.ts'
import { fill } from '../words/words.ts'
import type { Purpose } from './home.ts'
import { cardOf, hidden, noticeOf } from './parts.ts'
import { afterSigns, signsBox } from './redFlags.ts'

/* The month of the falls calendar, answered on the page by the rules of texts (decision 172). */

interface Month {
  id: number
  from: CalendarDate
  to: CalendarDate
}

const openMonth = async ({ sql, now }: Reading): Promise<Month | null> => {
  const day = today(now)
  const row = await sql.selectFrom('my_calendar_month').selectAll().executeTakeFirst()
  const { id, period_from: from, period_to: to, asked_date: asked } = row ?? {}
  if (id == null || from == null || to == null || asked == null) return null
  return asked <= day && day <= answersUntil(asked) ? { id, from, to } : null
}

const fieldsOf = ({ words, language }: Frame, { from, to }: Month): readonly Field[] => [
  {
    kind: 'choice',
    name: 'falls',
    label: fill(words.calendar.question, { from: dayIn(language, from), to: dayIn(language, to) }),
    hint: words.questions.fallsHint,
    options: [
      ...Array.from({ length: mostChosenFalls + 1 }, (_, falls) => ({
        code: String(falls),
        title: falls === 0 ? words.questions.none : String(falls),
      })),
      { code: 'more', title: words.calendar.more },
    ],
  },
  {
    kind: 'several',
    name: 'hurt',
    label: words.questions.fallTitle,
    options: [{ code: 'yes', title: words.questions.hurt }],
  },
]

/** What was typed is sent with everything else, however long it is. */
const wordsBox = ({ words: { questions } }: Frame): Html =>
  html`<div class="nhsuk-form-group">
    <label class="nhsuk-label" for="words">${questions.note}</label>
    <textarea class="nhsuk-textarea" id="words" name="words" rows="3"></textarea>
  </div>`

const formFor = (frame: Frame, month: Month, faults: Faults = {}): Html =>
  formOf(
    'calendar',
    html`${hidden({ id: String(month.id), form: randomUUID() })}
    ${fieldsOf(frame, month).map((field) => fieldHtml(field, {}, faults, frame.words.boxes))}
    ${wordsBox(frame)}`,
    frame.words.questions.send,
  )

const calendarPage = async (reading: Reading): Promise<Shown> => {
  const { frame, query } = reading
  const { calendar: said, questions, frame: around, boxes } = frame.words
  const month = await openMonth(reading)
  const faults: Faults =
    month === null || query['wrong'] === undefined ? {} : { falls: questions.missingFalls }
  const notice = noticeOf(query['said'], said.said)
  return {
    title: said.title,
    back: 'home',
    isFaulty: faults['falls'] !== undefined,
    body: html`${month === null ? null : faultSummary(fieldsOf(frame, month), faults, boxes)}
    ${heading(said.title)} ${notice}
    ${
      month === null
        ? html`${notice === null ? html`<p>${said.none}</p>` : html`<div class="nhsuk-inset-text"><p>${questions.notWatched}</p></div>`}
            <p><a href="${addressOf('home')}">${around.home}</a></p>`
        : formFor(frame, month, faults)
    }`,
  }
}

/** Asked of who fell or wrote something: what they wrote may say more than any table of words finds. */
const signsPage = ({ frame }: Reading): Promise<Shown> =>
  Promise.resolve({
    title: frame.words.calendar.title,
    back: 'home',
    body: html`${heading(frame.words.calendar.title)}
    ${formOf('calendar/signs', signsBox(frame), frame.words.questions.send)}`,
  })

const answerIn = (sent: URLSearchParams): PageAnswer => {
  const falls = sent.get('falls') ?? ''
  return {
    falls: falls === 'more' ? falls : /^[0-9]$/.test(falls) ? Number(falls) : null,
    wasHurt: sent.get('hurt') === 'yes',
    words: sent.get('words') ?? '',
  }
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Somebody who acts for the person is named with what they said. */
const withWho = ({ actsAs }: Acting['visit'], words: string): string =>
  actsAs === null ? words : `${words} (said by ${actsAs}, who acts for them)`

const saidOf = (outcome: ReplyOutcome): string =>
  outcome === 'toRead' || outcome === 'toSort' ? 'read' : outcome === 'stopped' ? 'stopped' : 'counted'

const answer = async (acting: Acting): Promise<string> => {
  const { sql, now, sent, visit, frame } = acting
  const questionId = sentId(acting, 'id', 'calendar')
  const form = sent.get('form') ?? ''
  const own = await sql
    .selectFrom('falls_calendar_question as question')
    .innerJoin('pathway', 'pathway.id', 'question.pathway_id')
    .select('pathway.id as pathwayId')
    .where('question.id', '=', questionId)
    .where('pathway.patient_id', '=', visit.patientId)
    .executeTakeFirst()
  if (own === undefined || !uuid.test(form)) throw new LookAgain('calendar')
  const given = answerIn(sent)
  const words = pageAnswerInWords(given)
  if (words === '') return 'calendar?wrong=1'
  const reading = readPageAnswer(given, frame.language.code === 'en')
  const outcome = await recordCalendarReply(sql, now, {
    ...{ questionId, reading, from: 'page', sourceId: form },
    words: withWho(visit, words),
  })
  acting.trace({ pathwayIds: [own.pathwayId] })
  if (outcome === null) throw new LookAgain('calendar')
  if (reading.isStop) return `calendar?said=${saidOf(outcome)}`
  const isAsked = given.falls !== 0 || given.wasHurt || given.words.trim() !== ''
  const mayBeHurt = reading.isUrgent && (given.wasHurt || frame.language.code === 'en')
  if (mayBeHurt) return `help?${new URLSearchParams({ to: 'calendar/signs' }).toString()}`
  return isAsked ? 'calendar/signs' : `calendar?said=${saidOf(outcome)}`
}

export const calendar: Purpose = {
  serve: ({ page, act }) => {
    page('calendar', calendarPage)
    page('calendar/signs', signsPage)
    act('calendar', answer)
    act('calendar/signs', (acting) => afterSigns(acting, 'calendar?said=read'))
  },
  card: async (reading) => {
    const month = await openMonth(reading)
    return month === null ? null : cardOf(reading.frame.words.calendar.title, formFor(reading.frame, month))
  },
}
