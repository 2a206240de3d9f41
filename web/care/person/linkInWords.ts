import {
  actingRights,
  linkEnds,
  linkState,
  type LinkWay,
  type PersonLink,
} from '../../../contract/care/person/link.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
import { dayOfInstant } from '../../../contract/platform/dates/wallTime.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'

export const wayTitles: Readonly<Record<LinkWay, string>> = {
  text: 'By text message',
  mail: 'By e-mail',
  paper: 'On paper',
}

const dayOf = (at: string): string => {
  const day = dayOfInstant(at)
  return day === today() ? 'today' : `on ${formatDate(day)}`
}

/** 'Opened on 3 March 2026, last seen today' */
export const linkInWords = (link: PersonLink, now: number = Date.now()): string => {
  const state = linkState(link, now)
  if (state === 'waits') return `Not opened yet. It works until ${formatDate(dayOfInstant(link.validUntil))}.`
  if (state === 'opened')
    return `Opened ${dayOf(link.openedAt ?? '')}, last seen ${dayOf(link.seenAt ?? link.openedAt ?? '')}`
  if (state === 'over') return `No longer works: its 30 days ended ${dayOf(link.validUntil)}`
  return `${linkEnds[state]}, ${dayOf(link.endedAt ?? '')}`
}

/** Whose link it is: the person’s, or that of a contact with their right. */
export const ownerInWords = ({ contactName, actsBy, actsSince }: PersonLink): string => {
  if (contactName === null) return 'For the person.'
  const right = actingRights.find(({ code }) => code === actsBy)?.title ?? ''
  return `For ${contactName}, who acts for the person. ${right}, since ${formatDate(actsSince)}.`
}

export const isWorking = (link: PersonLink, now: number = Date.now()): boolean =>
  ['waits', 'opened'].includes(linkState(link, now))
