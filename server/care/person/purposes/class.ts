import { sql as raw } from 'kysely'
import type { Said } from '../../../../contract/pathways/records/said.ts'
import { mondayOf } from '../../../../contract/platform/dates/weekdays.ts'
import { daysBetween, today } from '../../../../contract/platform/dates/dates.ts'
import { instantAt } from '../../../../contract/platform/dates/wallTime.ts'
import type { RecordDeath } from '../../../patients/patient/death.ts'
import { html, type Html } from '../../../platform/http/pages/html.ts'
import type { Writing } from '../../../platform/writes/write.ts'
import { lockPathway } from '../../../stages/lock.ts'
import { accept, leave } from '../../classes/places.ts'
import { keepAnswer, orLookAgain, sentId, writingOf } from '../answers/keep.ts'
import { addressOf, formOf, heading, type Frame, type Shown } from '../pages/frame.ts'
import { LookAgain, type Acting, type Reading } from '../pages/personPages.ts'
import type { PersonService } from '../service.ts'
import { dayIn, weekdayIn } from '../words/dayIn.ts'
import { fill } from '../words/words.ts'
import { readDaysOff, readPlaces, readSessions, type Place } from './classViews.ts'
import type { Purpose } from './home.ts'
import { cardOf, hidden, inEnglish, noticeOf, placeOf, press, step, summary, timeOf } from './parts.ts'

const weekdayOf = ({ language }: Frame, { firstDate }: Place): string =>
  weekdayIn(language, daysBetween(mondayOf(firstDate), firstDate))

const rowsOf = (frame: Frame, of: Place): Html => {
  const words = frame.words.class
  return summary([
    [words.name, inEnglish(of.name)],
    [words.weekday, weekdayOf(frame, of)],
    [words.time, timeOf(of.startTime)],
    [words.place, placeOf(of)],
  ])
}

const offered = (frame: Frame, of: Place): Html => {
  const words = frame.words.class
  const sent = (answer: string) => ({ id: String(of.id), answer })
  return cardOf(
    words.free,
    html`${rowsOf(frame, of)}
      <p>${frame.words.appointments.want}</p>
      ${press({ to: 'place', sent: sent('yes'), button: words.yes, about: of.name })}
      ${press({ to: 'place', sent: sent('no'), button: words.no, about: of.name, isSecond: true })}`,
  )
}

const joined = async ({ frame, sql, now }: Reading, of: Place): Promise<Html> => {
  const words = frame.words.class
  const [next] = await readSessions(sql, of.classId, now)
  return cardOf(
    words.title,
    html`${rowsOf(frame, of)}
      ${
        next === undefined
          ? html`<p>${words.over}</p>`
          : html`<p>
              ${fill(words.next, { day: dayIn(frame.language, next.day) })}${next.isMissed ? ` ${words.missed}` : ''}
            </p>`
      }
      <p>
        <a
          class="nhsuk-button nhsuk-u-margin-bottom-0"
          href="${addressOf(`class?id=${of.id}`)}"
          aria-label="${words.look}: ${of.name}"
          >${words.look}</a
        >
      </p>`,
  )
}

const cardFor = (reading: Reading, of: Place): Promise<Html> | Html => {
  if (of.state === 'offered') return offered(reading.frame, of)
  if (of.state === 'joined') return joined(reading, of)
  const { frame } = reading
  return cardOf(frame.words.class.waits, rowsOf(frame, of))
}

const cardsOf = async (reading: Reading): Promise<Html[]> => {
  const cards: Html[] = []
  for (const each of await readPlaces(reading.sql)) cards.push(await cardFor(reading, each))
  return cards
}

/** Sent to take back that she misses a session. */
const comesAfterAll = 'comes'

const classPage = async (reading: Reading): Promise<Shown> => {
  const { frame, sql, now, query } = reading
  const words = frame.words.class
  const places = await readPlaces(sql)
  const of = places.find(({ id, state }) => String(id) === query['id'] && state === 'joined')
  if (of === undefined) {
    const cards = await cardsOf(reading)
    return {
      title: words.title,
      back: 'home',
      body: html`${heading(words.title)} ${noticeOf(query['said'] ?? 'changed', words.said)}
      ${cards.length === 0 ? html`<p>${words.none}</p>` : cards}`,
    }
  }
  const sessions = await readSessions(sql, of.classId, now)
  const off = await readDaysOff(sql, of.classId, now)
  const placeId = String(of.id)
  return {
    title: words.title,
    back: 'home',
    here: `class?id=${of.id}`,
    body: html`${heading(words.title)} ${noticeOf(query['said'], words.said)} ${rowsOf(frame, of)}
      <h2 class="nhsuk-heading-m">${words.sessions}</h2>
      ${sessions.length === 0 ? html`<p>${words.over}</p>` : null}
      ${sessions.map((session) => {
        const day = dayIn(frame.language, session.day)
        return html`<h3 class="nhsuk-heading-s">${day}, ${timeOf(session.time)}</h3>
          ${session.isMissed ? html`<p>${words.missed}</p>` : null}
          ${press({
            to: 'class',
            sent: {
              ...{ id: placeId, session: String(session.id), day: session.day },
              ...(session.isMissed && { how: comesAfterAll }),
            },
            ...{ button: session.isMissed ? words.comes : words.cannot, about: day, isSecond: true },
          })}`
      })}
      ${
        off.length === 0
          ? null
          : html`<h2 class="nhsuk-heading-m">${words.off}</h2>
              <ul class="nhsuk-list nhsuk-list--bullet">
                ${off.map((day) => html`<li>${dayIn(frame.language, day)}</li>`)}
              </ul>`
      }
      <h2 class="nhsuk-heading-m">${words.leaveTitle}</h2>
      ${
        of.isLeaving
          ? html`<p>${words.leaving}</p>`
          : html`<p>${words.leaveLead}</p>
              ${step(`class-leave?id=${of.id}`, words.leave)}`
      }`,
  }
}

const leavePage = async (reading: Reading): Promise<Shown> => {
  const { frame, sql, query } = reading
  const words = frame.words.class
  const of = (await readPlaces(sql)).find(({ id, state }) => String(id) === query['id'] && state === 'joined')
  if (of === undefined) return classPage(reading)
  return {
    title: words.leaveTitle,
    back: `class?id=${of.id}`,
    here: `class-leave?id=${of.id}`,
    body: html`${heading(words.leaveTitle)} ${rowsOf(frame, of)}
      <p>${words.leaveLead}</p>
      ${formOf('class-leave', html`${hidden({ id: String(of.id) })}`, words.leaveSure)}
      ${step(`class?id=${of.id}`, words.stay)}`,
  }
}

/** A place of this person, with its referral locked. */
const lockPlace = async (writing: Writing, acting: Acting) => {
  const again = new LookAgain('class?said=changed')
  const id = sentId(acting, 'id', again.to)
  const found = await writing.sql
    .selectFrom('class_place as place')
    .innerJoin('pathway', 'pathway.id', 'place.pathway_id')
    .select('pathway.id as pathwayId')
    .where('place.id', '=', id)
    .where('pathway.patient_id', '=', acting.visit.patientId)
    .executeTakeFirst()
  if (found === undefined) throw again
  await lockPathway(writing, found.pathwayId)
  const place = await writing.sql
    .selectFrom('class_place as place')
    .innerJoin('exercise_class as class', 'class.id', 'place.class_id')
    .innerJoin('class_member as member', 'member.id', 'place.id')
    .select([
      'place.id',
      'place.version',
      'place.class_id as classId',
      'place.state',
      'place.left_reason as leftReason',
    ])
    .select(['class.name as className', 'member.ended_how as endedHow'])
    .where('place.id', '=', id)
    .executeTakeFirst()
  if (place === undefined) throw again
  return { ...place, pathwayId: found.pathwayId }
}

type Locked = Awaited<ReturnType<typeof lockPlace>>

/** How an answer is settled that she took back herself. Views and the register leave it out. */
const takenBack = 'takenBack'

const takeBack = async (writing: Writing, { id, pathwayId }: Locked, sessionId: number): Promise<void> => {
  const { rows } = await raw<{ id: number; version: number }>`
    update person_answer set version = version + 1, settled_how = ${takenBack}
    where pathway_id = ${pathwayId} and kind = 'missesSession' and settled_how is distinct from ${takenBack}
      and (told->>'placeId')::bigint = ${id} and (told->>'sessionId')::bigint = ${sessionId}
    returning id, version`.execute(writing.sql)
  const [before, after] = [{ settledHow: 'done' }, { settledHow: takenBack }]
  writing.trace({
    pathwayIds: [pathwayId],
    records: rows.map((row) => ({ entity: 'personAnswer', ...row, before, after })),
  })
}

const isSaid = async (
  writing: Writing,
  { id, pathwayId }: Locked,
  kind: 'leaveClass' | 'missesSession',
  sessionId?: number,
): Promise<boolean> => {
  const rows = await writing.sql
    .selectFrom('person_answer')
    .select(['told', 'settled_at'])
    .where('pathway_id', '=', pathwayId)
    .where('kind', '=', kind)
    .where('settled_how', 'is distinct from', takenBack)
    .execute()
  return rows.some(({ told, settled_at: settledAt }) => {
    const { placeId, sessionId: missed } = told as { placeId?: number; sessionId?: number }
    return placeId === id && (kind === 'leaveClass' ? settledAt === null : missed === sessionId)
  })
}

/** Her classes: the next sessions, one that she misses, an offered place, and the wish to leave. */
export const classes = (service: PersonService, recordDeath: RecordDeath): Purpose => ({
  card: async (reading) => {
    const cards = await cardsOf(reading)
    return cards.length === 0 ? null : html`${cards}`
  },
  serve: ({ page, act }) => {
    page('class', classPage)
    page('class-leave', leavePage)

    act('class', async (acting) => {
      const writing = writingOf(service, acting)
      const place = await lockPlace(writing, acting)
      const { id: placeId, classId, className, pathwayId } = place
      const sessionId = sentId(acting, 'session', 'class?said=changed')
      const session = await writing.sql
        .selectFrom('class_session')
        .select(['session_date as day', 'start_time as time'])
        .where('id', '=', sessionId)
        .where('class_id', '=', classId)
        .executeTakeFirst()
      if (session === undefined || place.endedHow !== null || place.state !== 'joined')
        throw new LookAgain('class?said=changed')
      const { day, time } = session
      if (day !== acting.sent.get('day') || instantAt(day, time) <= acting.now)
        throw new LookAgain(`class?id=${placeId}&said=changed`)
      if (acting.sent.get('how') === comesAfterAll) {
        await takeBack(writing, place, sessionId)
        return `class?id=${placeId}&said=comes`
      }
      if (!(await isSaid(writing, place, 'missesSession', sessionId))) {
        const said: Said = { kind: 'missesSession', placeId, className, sessionId, day }
        await keepAnswer(writing, acting, { pathwayId, said })
      }
      return `class?id=${placeId}&said=misses`
    })

    act('class-leave', async (acting) => {
      const writing = writingOf(service, acting)
      const place = await lockPlace(writing, acting)
      const { id: placeId, className, pathwayId } = place
      if (place.endedHow !== null || place.state !== 'joined') throw new LookAgain('class?said=changed')
      if (!(await isSaid(writing, place, 'leaveClass')))
        await keepAnswer(writing, acting, {
          ...{ pathwayId, said: { kind: 'leaveClass', placeId, className } },
          task: `Ring the person: wants to leave the class “${className}”, as they said on their own page. They have their place until you end it.`,
        })
      return `class?id=${placeId}&said=leaves`
    })

    act('place', async (acting) => {
      const writing = writingOf(service, acting)
      const place = await lockPlace(writing, acting)
      const { id, version, className, pathwayId } = place
      const said = (kind: 'takesPlace' | 'refusesPlace'): Said => ({ kind, placeId: id, className })
      const gone = 'class?said=gone'
      if (acting.sent.get('answer') === 'no') {
        if (place.state === 'left' && place.leftReason === 'declined') return 'class?said=refused'
        if (place.state !== 'offered' || place.endedHow !== null) throw new LookAgain(gone)
        const refused = leave(
          writing,
          { id, version, leftDate: today(acting.now), leftReason: 'declined', planAnswer: 'goesOn' },
          recordDeath,
        )
        await orLookAgain(gone, refused)
        await keepAnswer(writing, acting, {
          ...{ pathwayId, said: said('refusesPlace') },
          task: `Ring the person: said no to the place in the class “${className}” on their own page. Ask what would suit them.`,
        })
        return 'class?said=refused'
      }
      if (place.endedHow !== null || acting.sent.get('answer') !== 'yes') throw new LookAgain(gone)
      if (place.state === 'joined') return `class?id=${id}&said=took`
      await orLookAgain(gone, accept(writing, { id, version }, recordDeath))
      await keepAnswer(writing, acting, { pathwayId, said: said('takesPlace') })
      return `class?id=${id}&said=took`
    })
  },
})
