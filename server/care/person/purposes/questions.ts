import { sql as raw } from 'kysely'
import { today, type CalendarDate } from '../../../../contract/platform/dates/dates.ts'
import type { RedFlagSign } from '../../../../contract/reference/redFlagSigns.ts'
import { faultSummary, fieldHtml } from '../../../platform/http/pages/boxes.ts'
import { html, type Html } from '../../../platform/http/pages/html.ts'
import {
  boxesOf,
  faultsOf,
  isFaultless,
  optionsOf,
  type Field,
  type Typed,
} from '../../../platform/http/pages/fields.ts'
import { addressOf, formOf, heading, type Frame } from '../pages/frame.ts'
import { LookAgain, type Acting, type PersonPages, type Reading } from '../pages/personPages.ts'
import { dayIn } from '../words/dayIn.ts'
import { fill } from '../words/words.ts'
import type { Purpose } from './home.ts'
import { hidden, noticeOf } from './parts.ts'
import {
  begunIn,
  keepBegun,
  lockBegun,
  notStoredPage,
  occasionToAnswer,
  sendAllWell,
  sendBegun,
  type Begun,
} from './questionsSent.ts'
import { stepNames, stepOf, stepsOf, typedIn, type StepName } from './questionsSteps.ts'
import { adviceOn, afterSigns, isUrgent, signsBox, tickedIn } from './redFlags.ts'
import { raiseSigns } from './redFlagsRaised.ts'

/* Questions before a visit or a call: one a page, with a short way for those to whom nothing happened. */

interface ShownOccasion {
  occasion: string
  kind: string
  day: string
  answeredOn: CalendarDate | null
  timesAnswered: number
}

const nextOccasion = async ({ sql, now }: Reading): Promise<ShownOccasion | null> => {
  const { rows } = await raw<ShownOccasion>`
    select occasion, kind, day, (answered_at at time zone 'Europe/London')::date as "answeredOn", times_answered as "timesAnswered"
    from my_question_occasion
    where from_day <= ${today(now)}::date and coalesce(until_day >= ${today(now)}::date, true)
    order by day, occasion limit 1`.execute(sql)
  return rows[0] ?? null
}

const readBegun = async ({ sql, visit }: Reading): Promise<Begun | null> => {
  const { rows } = await raw<{ begun: unknown }>`select begun from my_begun where id = ${visit.id}`.execute(
    sql,
  )
  return begunIn(rows[0]?.begun)
}

const titleOf = ({ words: { questions: said } }: Frame, kind: string): string =>
  kind === 'visit'
    ? said.beforeVisit
    : kind === 'clinic'
      ? said.beforeClinic
      : kind === 'call'
        ? said.beforeCall
        : said.beforeFollowup

const isStep = (name: string): name is StepName => stepNames.some((step) => step === name)

/** Set where somebody came from the check page to change one answer, and goes back there. */
const changing = 'change'

const withoutQuestions = ({ words }: Frame, said: Html | null) => ({
  title: words.questions.title,
  body: html`${heading(words.questions.title)} ${said}
    <p>${words.questions.gone}</p>`,
  back: 'home',
})

const startPage = async (reading: Reading) => {
  const { frame, visit, query } = reading
  const { questions: said } = frame.words
  const next = await nextOccasion(reading)
  const notice = noticeOf(query['said'], { notStored: said.notStored })
  if (next === null) return withoutQuestions(frame, notice)
  const name = await nameOf(reading)
  return {
    title: said.title,
    back: 'home',
    body: html`${heading(said.title)} ${notice}
      <p>${said.lead}</p>
      ${visit.actsAs === null ? null : html`<p>${fill(said.acting, { name })}</p>`}
      <form action="${addressOf('questions')}" method="post" novalidate>
        ${hidden({ occasion: next.occasion, times: String(next.timesAnswered) })} ${signsBox(frame)}
        <button class="nhsuk-button" type="submit" name="how" value="well">${said.well}</button>
        <div>
          <button class="nhsuk-button nhsuk-button--secondary" type="submit" name="how" value="go">
            ${said.go}
          </button>
        </div>
      </form>`,
  }
}

const nameOf = async ({ sql }: Reading): Promise<string> => {
  const { first_name: name } = await sql.selectFrom('my_name').select('first_name').executeTakeFirstOrThrow()
  return name ?? ''
}

const stepPage = (name: StepName) => async (reading: Reading) => {
  const { frame, query } = reading
  const begun = await readBegun(reading)
  if (begun === null) return startPage(reading)
  const step = stepOf(name, frame.words, begun.typed)
  const faults = query['wrong'] === undefined ? {} : faultsOf(step, begun.typed)
  const steps = stepsOf(frame.words, begun.typed)
  const before = steps[steps.findIndex((each) => each.name === name) - 1]
  const isChange = query[changing] !== undefined
  const title = step.title ?? step.fields[0]?.label ?? frame.words.questions.title
  return {
    title,
    isFaulty: !isFaultless(faults),
    back: isChange ? 'questions/check' : before === undefined ? 'questions' : `questions/${before.name}`,
    body: html`${faultSummary(step.fields, faults, frame.words.boxes)}
    ${step.title === null ? html`<h1 class="nhsuk-u-visually-hidden">${title}</h1>` : heading(step.title)}
    ${formOf(
      `questions/${name}`,
      html`${isChange ? html`<input type="hidden" name="${changing}" value="1" />` : null}
      ${step.fields.map((field) => fieldHtml(field, begun.typed, faults, frame.words.boxes))}
      ${name === 'note' ? signsBox(frame) : null}`,
      frame.words.questions.next,
    )}`,
  }
}

const answerOf = (field: Field, typed: Typed, { words }: Frame): Html => {
  const answers =
    field.kind === 'choice' || field.kind === 'several'
      ? optionsOf(field)
          .filter(({ code }) => (typed[field.name] ?? '').split(' ').includes(code))
          .map(({ title }) => title)
      : boxesOf(field).flatMap((box) => ((typed[box] ?? '').trim() === '' ? [] : [typed[box] ?? '']))
  return answers.length === 0
    ? // Nothing ticked of a fall says that nothing came of it.
      html`${field.kind === 'several' ? words.questions.fallNothing : words.questions.notAnswered}`
    : html`${answers.map((answer) => html`<span class="my-said">${answer}</span><br />`)}`
}

const checkPage = async (reading: Reading) => {
  const { frame } = reading
  const { questions: said } = frame.words
  const begun = await readBegun(reading)
  if (begun === null) return startPage(reading)
  const rows = stepsOf(frame.words, begun.typed).flatMap(({ name, fields }) =>
    fields.map(
      (field) =>
        html`<div class="nhsuk-summary-list__row">
          <dt class="nhsuk-summary-list__key">${field.label}</dt>
          <dd class="nhsuk-summary-list__value">${answerOf(field, begun.typed, frame)}</dd>
          <dd class="nhsuk-summary-list__actions">
            <a href="${addressOf(`questions/${name}`)}?${changing}=1"
              >${said.change}<span class="nhsuk-u-visually-hidden"> ${field.label}</span></a
            >
          </dd>
        </div>`,
    ),
  )
  return {
    title: said.check,
    back: 'questions/note',
    body: html`${heading(said.check)}
      <dl class="nhsuk-summary-list">${rows}</dl>
      ${formOf('questions/check', html``, said.send)}`,
  }
}

const sentPage = ({ frame }: Reading) => {
  const { questions: said, frame: around } = frame.words
  return Promise.resolve({
    title: said.sentTitle,
    body: html`${heading(said.sentTitle)}
      <p>${said.sent}</p>
      <div class="nhsuk-inset-text"><p>${said.notWatched}</p></div>
      <p><a href="${addressOf('home')}">${around.home}</a></p>`,
  })
}

const begin = async (acting: Acting): Promise<string> => {
  const { sent } = acting
  const begun = await lockBegun(acting)
  const signs = tickedIn(sent)
  if (sent.get('how') === 'well' && !isUrgent(signs)) return beWell(acting, begun, signs)
  const next = await occasionToAnswer(acting)
  if (next === null) return afterSigns(acting, 'home')
  if (begun?.occasion !== next.occasion) await keepBegun(acting, { ...next, typed: {} })
  // Somebody who ticked a sign is not well: the questions are asked after the advice.
  return afterSigns(acting, 'questions/falls')
}

const beWell = async (
  acting: Acting,
  begun: Begun | null,
  signs: readonly RedFlagSign[],
): Promise<string> => {
  const isSent = await sendAllWell(acting, begun)
  if (!isSent && signs.length === 0) throw new LookAgain(notStoredPage)
  if (!isSent) return adviceOn(acting, signs, notStoredPage)
  if (signs.length > 0) await raiseSigns(acting, signs)
  // The same page for everybody, whatever was ticked.
  return 'questions/sent'
}

const answerStep =
  (name: StepName) =>
  async (acting: Acting): Promise<string> => {
    const { frame, sent } = acting
    const begun = await lockBegun(acting)
    // Sent already, or kept no longer: what cannot wait is told all the same.
    if (begun === null) return adviceOn(acting, signsIn(sent, longLiesSent(sent) > 0), 'questions')
    const step = stepOf(name, frame.words, begun.typed)
    const typed = { ...begun.typed, ...typedIn(step, sent) }
    const signs = signsIn(sent, name === 'fall' && longLies(typed) > longLies(begun.typed))
    await keepBegun(acting, { ...begun, typed })
    const isChange = sent.get(changing) !== null
    if (!isFaultless(faultsOf(step, typed)))
      return adviceOn(acting, signs, `questions/${name}?wrong=1${isChange ? `&${changing}=1` : ''}`)
    const steps = stepsOf(frame.words, typed)
    const following = steps[steps.findIndex((each) => each.name === name) + 1]
    const asksAgain = isChange && name === 'falls' && following?.name === 'fall'
    const next = asksAgain
      ? 'questions/fall'
      : isChange || following === undefined
        ? 'questions/check'
        : `questions/${following.name}`
    return adviceOn(acting, signs, next)
  }

/** The signs that were ticked, with a long time on the floor if the answers mean it. */
const signsIn = (sent: URLSearchParams, wasLongLie: boolean): RedFlagSign[] => [
  ...new Set<RedFlagSign>([...tickedIn(sent), ...(wasLongLie ? (['longLie'] as const) : [])]),
]

const longLiesSent = (sent: URLSearchParams): number =>
  [...sent].filter(([box, value]) => /^fall\d/.test(box) && value === 'longLie').length

const longLies = (typed: Typed): number =>
  Object.entries(typed).filter(([box, value]) => /^fall\d/.test(box) && value.split(' ').includes('longLie'))
    .length

const serve = ({ page, act }: PersonPages): void => {
  page('questions', startPage)
  act('questions', begin)
  for (const name of stepNames.filter(isStep)) {
    page(`questions/${name}`, stepPage(name))
    act(`questions/${name}`, answerStep(name))
  }
  page('questions/check', checkPage)
  act('questions/check', sendBegun)
  page('questions/sent', sentPage)
}

export const questions: Purpose = {
  serve,
  card: async (reading) => {
    const { frame } = reading
    const { questions: said } = frame.words
    const next = await nextOccasion(reading)
    if (next === null) return null
    const { answeredOn } = next
    return html`<section class="nhsuk-card">
      <div class="nhsuk-card__content">
        <h2 class="nhsuk-heading-m">${titleOf(frame, next.kind)}</h2>
        <p>
          ${
            answeredOn === null
              ? said.cardLead
              : fill(said.sentOn, { day: dayIn(frame.language, answeredOn) })
          }
        </p>
        <p>
          <a
            class="${answeredOn === null ? 'nhsuk-button nhsuk-u-margin-bottom-0' : ''}"
            href="${addressOf('questions')}"
            >${answeredOn === null ? said.begin : said.again}</a
          >
        </p>
      </div>
    </section>`
  },
}
