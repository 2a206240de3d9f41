import type { RedFlagSign } from '../../../../contract/reference/redFlagSigns.ts'
import { fieldHtml } from '../../../platform/http/pages/boxes.ts'
import { html, type Html } from '../../../platform/http/pages/html.ts'
import type { SeveralField } from '../../../platform/http/pages/fields.ts'
import { addressOf, heading, type Frame } from '../pages/frame.ts'
import type { Acting, Reading } from '../pages/personPages.ts'
import { ringAdvice } from '../pages/ringAdvice.ts'
import type { Purpose } from './home.ts'
import { raiseSigns } from './redFlagsRaised.ts'

/* Signs that cannot wait. They are asked wherever somebody can write something, and staff have each from the first tick. */

const signsAsked = [
  'blackout',
  'headInjury',
  'cannotStand',
  'newWeakness',
  'chestPain',
  'longLie',
  'abuse',
] as const satisfies readonly RedFlagSign[]

const boxName = 'signs'

/** The list to tick. It never shows what was ticked before, because somebody else may look on. */
export const signsBox = ({ words }: Frame): Html => {
  const field: SeveralField = {
    kind: 'several',
    name: boxName,
    label: words.redFlag.ask,
    hint: words.redFlag.hint,
    options: signsAsked.map((code) => ({ code, title: words.redFlag[code] })),
  }
  return fieldHtml(field, {}, {}, words.boxes)
}

export const tickedIn = (sent: URLSearchParams): RedFlagSign[] => {
  const ticked = new Set(sent.getAll(boxName))
  return signsAsked.filter((sign) => ticked.has(sign))
}

/** Whether advice to ring 999 or 111 is shown. Abuse alone shows nothing that reveals it to somebody who looks on. */
export const isUrgent = (signs: readonly RedFlagSign[]): boolean => signs.some((sign) => sign !== 'abuse')

/** Pages of this page to which advice leads on. The address names no sign. */
const wayOn = /^[a-z]+(\/[a-z]+)?(\?[a-zA-Z0-9=&]+)?$/
const toIn = (query: Reading['query']): string =>
  wayOn.test(query['to'] ?? '') ? (query['to'] ?? '') : 'home'

/**
 * Stores the signs that were ticked, and says what is shown next: advice to ring 999 or 111, or, where nothing else was
 * ticked than that somebody hurts or frightens the person, words that reveal nothing to somebody who looks on.
 * @param next the page after the advice
 */
export const afterSigns = async (acting: Acting, next: string): Promise<string> =>
  adviceOn(acting, tickedIn(acting.sent), next)

/** The same for signs that other answers mean, such as a long time on the floor. */
export const adviceOn = async (
  acting: Acting,
  signs: readonly RedFlagSign[],
  next: string,
): Promise<string> => {
  if (signs.length === 0) return next
  await raiseSigns(acting, signs)
  const page = isUrgent(signs) ? 'help' : 'thanks'
  return `${page}?${new URLSearchParams({ to: next }).toString()}`
}

const goOn = (query: Reading['query'], words: string): Html =>
  html`<p><a href="${addressOf(toIn(query))}">${words}</a></p>`

export const redFlags: Purpose = {
  serve: ({ page }) => {
    page('help', ({ frame, query }) => {
      const said = frame.words.redFlag
      return Promise.resolve({
        title: said.title,
        body: html`${ringAdvice(frame)} ${goOn(query, said.goOn)}`,
      })
    })
    page('thanks', ({ frame, query }) => {
      const said = frame.words.redFlag
      return Promise.resolve({
        title: said.thanksTitle,
        body: html`${heading(said.thanksTitle)}
          <p>${said.thanks}</p>
          ${goOn(query, said.thanksGoOn)}`,
      })
    })
  },
  card: () => Promise.resolve(null),
}
