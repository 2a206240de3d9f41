import type { CalendarDate } from '../../../contract/platform/dates/dates.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import type { Writing } from '../../platform/writes/write.ts'
import type { Notice, Tell } from '../telling/tell.ts'

/* A change of a class that takes sessions to come from its people asks about them, and tells each of them. */

interface Meeting {
  day: CalendarDate
  time: string
}

export const readAhead = ({ sql }: Writing, classId: number): Promise<Meeting[]> =>
  sql
    .selectFrom('class_session')
    .select(['session_date as day', 'start_time as time'])
    .where('class_id', '=', classId)
    .where('session_date', '>=', today())
    .orderBy('session_date')
    .execute()

type Loss = Pick<Notice, 'what' | 'about' | 'day' | 'time' | 'firstLost' | 'isByHand'> & { question: string }

/** So many days that are cancelled are told one by one; more of them are a class at another time. */
const mostToldSingly = 3

interface Change {
  classId: number
  name: string
  before: readonly Meeting[]
}

/** What the people of a class lose by its change: single days, its usual time, or the class itself. */
const readLosses = async (writing: Writing, { classId, name, before }: Change): Promise<Loss[]> => {
  const after = await readAhead(writing, classId)
  const isIn = (meetings: readonly Meeting[], { day, time }: Meeting) =>
    meetings.some((each) => each.day === day && each.time === time)
  const lost = before.filter((meeting) => !isIn(after, meeting))
  const [first] = lost
  if (first === undefined) return []
  const called = `the class “${name}”`
  const next = after.find(({ day }) => day >= first.day)
  if (next === undefined) {
    const day = await lastDayOf(writing, classId)
    if (day === null)
      return [
        {
          ...{ ...first, what: 'cancelled', about: `${called} does not take place: its session` },
          question: 'does not take place',
        },
      ]
    const ends = { day, time: first.time, firstLost: first.day, about: called }
    return [{ ...ends, what: 'classEnds', question: `ends on ${formatDate(day)}` }]
  }
  const lastBefore = before.at(-1)?.day ?? ''
  const isMoved = after.some((meeting) => meeting.day <= lastBefore && !isIn(before, meeting))
  if (isMoved || lost.length > mostToldSingly) {
    const words = `is next on ${formatDate(next.day)} at ${next.time}`
    const about = `${called} meets at other times: its next session`
    return [{ ...next, what: 'moved', about, firstLost: first.day, question: words, isByHand: true }]
  }
  return lost.map((meeting) => ({
    ...meeting,
    what: 'cancelled',
    about: called,
    question: `is cancelled on ${formatDate(meeting.day)}`,
  }))
}

/** The last session that is left, if any. */
const lastDayOf = async ({ sql }: Writing, classId: number): Promise<CalendarDate | null> => {
  const found = await sql
    .selectFrom('class_session')
    .select('session_date')
    .where('class_id', '=', classId)
    .orderBy('session_date', 'desc')
    .executeTakeFirst()
  return found?.session_date ?? null
}

/** Ids of the referrals of the people who have a place on this day. */
const expectedOn = async ({ sql }: Writing, classId: number, day: CalendarDate): Promise<number[]> => {
  const rows = await sql
    .selectFrom('class_member')
    .select('pathway_id')
    .where('class_id', '=', classId)
    .where('state', '=', 'joined')
    .where('ended_how', 'is', null)
    .where('joined_date', '<=', day)
    .orderBy('pathway_id')
    .execute()
  return rows.flatMap(({ pathway_id: id }) => id ?? [])
}

/** The questions to the user who changes the class. The sessions are already changed in this transaction. */
export const askAboutLost = async (writing: Writing, change: Change): Promise<string[]> => {
  const { classId, before } = change
  const losses = await readLosses(writing, change)
  const lastDay = before.at(-1)?.day
  if (losses.length === 0 || lastDay === undefined) return []
  const { length } = await expectedOn(writing, classId, lastDay)
  if (length === 0) return []
  const who = length === 1 ? '1 person has a place and is told' : `${length} people have a place and are told`
  return [`${who} that the class ${losses.map(({ question }) => question).join(', and ')}.`]
}

/** Tells everybody who was expected. */
export const tellOfLost = async (writing: Writing, change: Change, tell: Tell): Promise<void> => {
  const { classId, before } = change
  const lastDay = before.at(-1)?.day ?? today()
  for (const { question: _, ...loss } of await readLosses(writing, change)) {
    const until = loss.what === 'cancelled' ? loss.day : lastDay
    for (const pathwayId of await expectedOn(writing, classId, until))
      await tell(writing, { ...loss, pathwayId, appointmentId: null, type: 'clinic' })
  }
}
