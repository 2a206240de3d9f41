import { readReply } from '../../../../contract/care/fallsCalendar/reading.ts'
import type { Language } from '../../../../contract/care/person/language.ts'
import { redFlagSigns } from '../../../../contract/reference/redFlagSigns.ts'
import { personPath } from '../service.ts'

/** Nobody is signed in any more: the visit is over, its link ended or the page must not be shown, or there was none. */
export class SignedOut extends Error {
  readonly why: 'over' | 'shut' | 'noVisit'
  constructor(why: SignedOut['why']) {
    super('Nobody is signed in')
    this.why = why
  }
}

/** Where somebody comes who only looked. */
export const afterSignedOut = ({ why }: SignedOut): string =>
  why === 'noVisit' ? personPath : `${personPath}?said=${why === 'shut' ? 'ended' : 'idle'}`

/** Where somebody comes whose answer was not stored: with advice first, if it calls for that. */
export const notStored = (
  sent: URLSearchParams,
  language: Language,
  why: 'Ended' | 'Out' | '' = '',
): string => `${personPath}?said=notStored${why}${isUrgent(sent, language) ? '&ring=yes' : ''}`

/** Signs that lead to advice. Abuse shows nothing that reveals it to somebody who looks on. */
const urgentSigns = redFlagSigns.map(({ code }) => code).filter((code) => code !== 'abuse')

/** Boxes for own words. */
const wordsBoxes = ['words', 'note']

/**
 * Whether own words call for advice. Nobody is asked about signs after them and no clinician reads them, so that in
 * another language, in which nothing here finds an injury, any words do.
 */
const mayTellOfInjury = (sent: URLSearchParams, { code }: Language): boolean =>
  wordsBoxes
    .map((box) => (sent.get(box) ?? '').trim())
    .some((words) => words !== '' && (code !== 'en' || readReply(words).isUrgent))

/** Whether what was sent calls for advice to ring 999 or 111, on whichever page it was typed. */
const isUrgent = (sent: URLSearchParams, language: Language): boolean =>
  urgentSigns.some((sign) => sent.getAll('signs').includes(sign)) ||
  sent.get('answer') === 'worse' ||
  sent.get('felt') === 'pain' ||
  sent.get('hurt') === 'yes' ||
  [...sent].some(([box, value]) => /^fall\d+$/.test(box) && ['hurt', 'longLie'].includes(value)) ||
  mayTellOfInjury(sent, language)
