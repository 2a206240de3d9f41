import { attribute, html, type Html } from '../../../platform/http/pages/html.ts'
import { addressOf } from '../pages/frame.ts'

/* Parts of pages that several purposes have. */

/** What the page says of what was just sent; nothing if there are no words for it. */
export const noticeOf = (said: string | undefined, words: Readonly<Record<string, string>>): Html | null => {
  const sentence = said === undefined || !Object.hasOwn(words, said) ? undefined : words[said]
  return sentence === undefined
    ? null
    : html`<div class="nhsuk-inset-text" role="status"><p>${sentence}</p></div>`
}

/** A list of what belongs to what, such as the day and the time of an appointment. */
export const summary = (rows: readonly (readonly [title: string, value: string | Html])[]): Html =>
  html`<dl class="nhsuk-summary-list">
    ${rows.map(
      ([title, value]) =>
        html`<div class="nhsuk-summary-list__row">
          <dt class="nhsuk-summary-list__key">${title}</dt>
          <dd class="nhsuk-summary-list__value">${value}</dd>
        </div>`,
    )}
  </dl>`

interface Press {
  /** The name of the page that it is posted to. */
  to: string
  sent: Readonly<Record<string, string>>
  button: string
  isSecond?: boolean
  /** What the button is about, for those who hear it alone. */
  about?: string
}

/** A button that sends something. */
export const press = ({ to, sent, button, isSecond = false, about }: Press): Html =>
  html`<form action="${addressOf(to)}" method="post" novalidate>
    ${hidden(sent)}
    <button
      class="nhsuk-button${isSecond ? ' nhsuk-button--secondary' : ''}"
      type="submit"
      ${attribute('aria-label', about === undefined ? null : `${button}: ${about}`)}
    >
      ${button}
    </button>
  </form>`

export const hidden = (sent: Readonly<Record<string, string>>): Html[] =>
  Object.entries(sent).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)

/** A link to another page that looks like a button. It has no role of a button, which a space bar would have to press. */
export const step = (to: string, words: string): Html =>
  html`<p>
    <a class="nhsuk-button nhsuk-button--secondary" href="${addressOf(to)}">${words}</a>
  </p>`

/** A part of the first page. */
export const cardOf = (title: string, body: Html): Html =>
  html`<section class="nhsuk-card">
    <div class="nhsuk-card__content">
      <h2 class="nhsuk-card__heading nhsuk-heading-m">${title}</h2>
      ${body}
    </div>
  </section>`

/** A name that staff gave, in English and from left to right in whatever language the page is. */
export const inEnglish = (name: string): Html => html`<bdi lang="en-GB">${name}</bdi>`

/** A place with its address, if it has one. */
export const placeOf = ({ place, address }: { place: string; address: string }): Html =>
  inEnglish(address === '' ? place : `${place}, ${address}`)

/** Hours and minutes, which are read from left to right in every language. */
export const timeOf = (time: string): Html => html`<bdi dir="ltr">${time}</bdi>`
