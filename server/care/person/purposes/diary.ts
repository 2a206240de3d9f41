import { diaryFeelings, diaryMinutes, type DiaryTold } from '../../../../contract/care/person/diary.ts'
import { addDays, today, type CalendarDate } from '../../../../contract/platform/dates/dates.ts'
import { fieldHtml } from '../../../platform/http/pages/boxes.ts'
import { attribute, html, type Html } from '../../../platform/http/pages/html.ts'
import type { Field } from '../../../platform/http/pages/fields.ts'
import { addressOf, formOf, heading, withTelephone, type Frame } from '../pages/frame.ts'
import type { Acting, Reading } from '../pages/personPages.ts'
import { recentDayIn } from '../words/dayIn.ts'
import { fill } from '../words/words.ts'
import { daysShown, diaryTold, lockDay, planShown, storeDay, type DiaryDay } from './diaryDays.ts'
import type { Purpose } from './home.ts'
import { raiseToday } from './redFlagsRaised.ts'
import { addTasksOnce } from './redFlagsTasks.ts'

/* The diary of exercise at home: one tap for a day, and how long and how it was for who wants to say. */

const minutesIn = ({ words: { diary: said } }: Frame, minutes: number): string =>
  fill(minutes === diaryMinutes.at(-1) ? said.minutesOrMore : said.minutes, { minutes: String(minutes) })

const dayWords = (frame: Frame, day: CalendarDate, now: number): string =>
  day === today(now) ? frame.words.diary.today : recentDayIn(frame.language, day)

const stateOf = (frame: Frame, { isDone, minutes, felt }: DiaryDay): string => {
  const { diary: said } = frame.words
  if (isDone !== true) return isDone === null ? '' : said.notDone
  const how = diaryFeelings.find((each) => each === felt)
  return [said.isDone, minutes === null ? '' : minutesIn(frame, minutes), how === undefined ? '' : said[how]]
    .filter(Boolean)
    .join(', ')
}

const diaryPage = async (reading: Reading) => {
  const { frame, now } = reading
  const { diary: said } = frame.words
  const plan = await planShown(reading)
  if (plan === null)
    return {
      title: said.title,
      back: 'home',
      body: html`${heading(said.title)}
        <p>${frame.words.home.nothing}</p>`,
    }
  const days = await daysShown(reading, plan)
  return {
    title: said.title,
    back: 'home',
    body: html`${heading(said.title)}
      <p>${said.lead}</p>
      <dl class="nhsuk-summary-list">
        ${days.map((each) => {
          const name = dayWords(frame, each.day, now)
          return html`<div class="nhsuk-summary-list__row">
            <dt class="nhsuk-summary-list__key">${name}</dt>
            <dd class="nhsuk-summary-list__value">${stateOf(frame, each)}</dd>
            <dd class="nhsuk-summary-list__actions">
              ${
                each.isDone === true
                  ? changeLink(frame, each.day, name)
                  : html`<form action="${addressOf('diary')}" method="post">
                      <input type="hidden" name="day" value="${each.day}" />
                      <button class="nhsuk-button nhsuk-u-margin-bottom-0" type="submit">
                        ${said.done}<span class="nhsuk-u-visually-hidden"> ${name}</span>
                      </button>
                    </form>`
              }
            </dd>
          </div>`
        })}
      </dl>`,
  }
}

const changeLink = ({ words: { diary: said } }: Frame, day: CalendarDate, name: string): Html =>
  html`<a href="${addressOf('diary/day')}?${new URLSearchParams({ day }).toString()}"
    >${said.change}<span class="nhsuk-u-visually-hidden"> ${name}</span></a
  >`

const fieldsOf = (frame: Frame): Field[] => {
  const { diary: said } = frame.words
  return [
    {
      kind: 'choice',
      name: 'minutes',
      label: said.howLong,
      options: diaryMinutes.map((minutes) => ({ code: String(minutes), title: minutesIn(frame, minutes) })),
    },
    {
      kind: 'choice',
      name: 'felt',
      label: said.felt,
      options: diaryFeelings.map((code) => ({ code, title: said[code] })),
    },
  ]
}

const dayPage = async (reading: Reading) => {
  const { frame, query } = reading
  const { diary: said } = frame.words
  const plan = await planShown(reading)
  const found = plan === null ? [] : await daysShown(reading, plan)
  const day = found.find((each) => each.day === query['day'])
  if (day === undefined) return diaryPage(reading)
  const title = fill(said.dayTitle, { day: recentDayIn(frame.language, day.day) })
  const typed = { minutes: String(day.minutes ?? ''), felt: day.felt ?? '' }
  const hidden = html`<input type="hidden" name="day" value="${day.day}" />`
  return {
    title,
    back: 'diary',
    body: html`${heading(title)}
      ${formOf(
        'diary',
        html`${hidden} ${fieldsOf(frame).map((field) => fieldHtml(field, typed, {}, frame.words.boxes))}`,
        said.save,
      )}
      <form action="${addressOf('diary')}" method="post">
        ${hidden}
        <button class="nhsuk-button nhsuk-button--secondary" type="submit" name="how" value="undo">
          ${said.undo}
        </button>
      </form>`,
  }
}

const painPage = ({ frame }: Reading) => {
  const { diary: said } = frame.words
  return Promise.resolve({
    title: said.painTitle,
    body: html`${heading(said.painTitle)}
      <p>${said.painLead}</p>
      ${frame.service.telephone === null ? null : html`<p>${withTelephone(frame, said.painRing)}</p>`}
      <p>${said.painUrgent}</p>
      <p>
        <a href="tel:111" ${attribute('class', 'nhsuk-button nhsuk-button--secondary')}
          >${frame.words.redFlag.ring111}</a
        >
      </p>
      <p>${said.painTeam}</p>
      <p><a href="${addressOf('diary')}">${said.back}</a></p>`,
  })
}

const painTask = ({ actsAs }: Acting['visit']): string =>
  `Ring the patient: ${actsAs === null ? 'the patient' : `${actsAs} for the patient`} noted pain with exercise at home on the own page, and was asked to stop it`

const save = async (acting: Acting): Promise<string> => {
  const { sql, now, trace, visit, sent } = acting
  const locked = await lockDay(acting)
  if (locked === null) {
    if (sent.get('felt') !== 'pain' || sent.get('how') === 'undo') return 'diary'
    // The plan ended or the day is too long ago by now: the pain is told all the same.
    await raiseToday(acting, painTask(visit))
    return 'diary/pain'
  }
  const { plan, pathwayId, day } = locked
  const told: DiaryTold = diaryTold(sent, { exerciseId: plan.exerciseId, day })
  const isNew = await storeDay(acting, pathwayId, told)
  if (told.felt !== 'pain') return 'diary'
  if (isNew) trace(await addTasksOnce(sql, pathwayId, today(now), [painTask(visit)]))
  return 'diary/pain'
}

export const diary: Purpose = {
  serve: ({ page, act }) => {
    page('diary', diaryPage)
    page('diary/day', dayPage)
    page('diary/pain', painPage)
    act('diary', save)
  },
  card: async (reading) => {
    const { frame, now } = reading
    const { diary: said } = frame.words
    const plan = await planShown(reading)
    if (plan === null) return null
    const since = addDays(today(now), -6)
    const done = (await daysShown(reading, plan)).filter(({ day, isDone }) => isDone === true && day >= since)
    return html`<section class="nhsuk-card">
      <div class="nhsuk-card__content">
        <h2 class="nhsuk-heading-m">${said.cardTitle}</h2>
        <p>${fill(said.cardLead, { days: String(done.length) })}</p>
        <p><a href="${addressOf('diary')}">${said.open}</a></p>
      </div>
    </section>`
  },
}
