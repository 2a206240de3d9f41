import { formatLongDate, formatNhsNumber } from '../../../../contract/platform/words/format.ts'
import { digitsOf } from '../../../../contract/platform/fields/nhsNumber.ts'
import type { FormSource } from '../../../../contract/exchange/incoming/source.ts'
import { referralFormPath } from '../../settings/settings.ts'
import { faultSummary, fieldHtml } from '../../../platform/http/pages/boxes.ts'
import type { Draft } from './draft.ts'
import {
  boxesOf,
  dayOf,
  faultsOf,
  isFaultless,
  optionsOf,
  type ChoiceField,
  type Faults,
  type Field,
  type Typed,
} from '../../../platform/http/pages/fields.ts'
import type { Page } from './page.ts'
import { html, type Html } from '../../../platform/http/pages/html.ts'
import { ringLink } from '../../../platform/http/pages/ringLink.ts'
import { framed, type Frame } from './layout.ts'
import { pagesFor, whoMissing, whoOptions } from './questions.ts'
import { tickedSigns } from './redFlags.ts'

/* The pages of the form as HTML. Whatever somebody typed is text in them. */

const title = (words: string): Html => html`<h1 class="nhsuk-heading-l">${words}</h1>`
const paragraph = (words: string | Html): Html => html`<p>${words}</p>`

/** A box that people do not see. A program that fills in everything fills it in. */
export const trapName = 'website'
const trap = html`<div class="refer-elsewhere" aria-hidden="true">
  <label for="${trapName}">Leave this box empty</label
  ><input id="${trapName}" name="${trapName}" type="text" tabindex="-1" autocomplete="off" />
</div>`

const form = (action: string, body: Html, button: string): Html =>
  html`<form action="${action}" method="post" novalidate>
    ${trap}${body}
    <button class="nhsuk-button" type="submit">${button}</button>
  </form>`

/** Set where somebody came from the check page to change one answer, and goes back there. */
export const changing = '?change=1'

const removal = html`<form class="refer-remove" action="${referralFormPath}/remove" method="post">
  <button type="submit">Delete my answers and stop</button>
</form>`

const emergency = (own: boolean): Html =>
  html`<div class="nhsuk-card nhsuk-card--care nhsuk-card--care--emergency">
    <div class="nhsuk-card__heading-container">
      <h2 class="nhsuk-card__heading">
        <span role="text"
          ><span class="nhsuk-u-visually-hidden">Immediate action required: </span>Call 999 now if
          ${own ? 'you are' : 'they are'} in danger</span
        >
      </h2>
      <span class="nhsuk-card--care__arrow" aria-hidden="true"></span>
    </div>
    <div class="nhsuk-card__content">
      <p>Call 999, or go to A&amp;E, if somebody:</p>
      <ul class="nhsuk-list nhsuk-list--bullet">
        <li>is on the floor and cannot get up, or is badly hurt</li>
        <li>hit their head and takes blood thinners</li>
        <li>has a face, arm, leg or speech that is suddenly weak or different</li>
        <li>has chest pain or cannot breathe well</li>
        <li>passed out and is not back to normal</li>
      </ul>
      <p>Do not try to lift a person who may have a broken bone. Keep them warm.</p>
    </div>
  </div>`

const urgent = (words: string): Html =>
  html`<div class="nhsuk-card nhsuk-card--care nhsuk-card--care--urgent">
    <div class="nhsuk-card__heading-container">
      <h2 class="nhsuk-card__heading">
        <span role="text"><span class="nhsuk-u-visually-hidden">Urgent advice: </span>${words}</span>
      </h2>
      <span class="nhsuk-card--care__arrow" aria-hidden="true"></span>
    </div>
    <div class="nhsuk-card__content">
      <p>
        Call 111, or ask for an urgent appointment with a GP, for example after fainting, after a long time on
        the floor, or if somebody can no longer stand on a leg.
      </p>
      <p><a href="https://111.nhs.uk">Get help from 111 online</a></p>
    </div>
  </div>`

const whoField: ChoiceField = {
  kind: 'choice',
  name: 'source',
  label: 'Who are you referring?',
  options: whoOptions,
  missing: whoMissing,
}

/** The first page. @param draft answers that are there already */
export const startPage = (
  frame: Frame,
  draft: Draft | null,
  isMissing: boolean,
  isChange: boolean,
): string => {
  const faults: Faults = isMissing ? { source: whoMissing } : {}
  const typed: Typed = draft === null ? {} : { source: draft.source }
  const { telephone } = frame.service
  const body = html`${faultSummary([whoField], faults)} ${title(`Refer to ${frame.service.name}`)}
    <div class="nhsuk-inset-text">
      <span class="nhsuk-u-visually-hidden">Information: </span>
      <p>If somebody is on the floor now or badly hurt, call <a href="tel:999">999</a> first.</p>
    </div>
    ${paragraph('We help people who have fallen, are afraid of falling or feel unsteady. You can ask us to help you, or somebody else.')}
    <p>
      It takes about 10 minutes. You do not need an account. You can go back and change your answers. If you
      stop for 2 hours, we delete what you wrote.
    </p>
    ${telephone === null ? null : html`<p>If you would rather talk to us, ring ${ringLink(frame.service)}.</p>`}
    ${
      draft === null || isChange
        ? null
        : html`<div class="nhsuk-inset-text">
            <span class="nhsuk-u-visually-hidden">Information: </span>
            <p>Answers that were not sent are still here. If they are not yours, delete them first.</p>
            ${removal}
          </div>`
    }
    ${form(`${referralFormPath}${isChange ? changing : ''}`, fieldHtml(whoField, typed, faults), 'Continue')}`
  return framed(frame, `Refer to ${frame.service.name}`, body, {
    isFaulty: isMissing,
    back: isChange ? `${referralFormPath}/check` : null,
  })
}

export const addressOf = (page: string): string => `${referralFormPath}/${page}`

const backFrom = (page: Page, { source, typed }: Draft, isChange: boolean): string => {
  if (isChange) return addressOf('check')
  const pages = pagesFor(source)
  const before = pages[pages.findIndex(({ name }) => name === page.name) - 1]
  if (before === undefined) return referralFormPath
  return before.name === 'signs' && tickedSigns(typed).length > 0
    ? addressOf('advice?after=signs')
    : addressOf(before.name)
}

export const questionPage = (frame: Frame, page: Page, draft: Draft, isChange: boolean): string => {
  const faults = draft.faulty === page.name ? faultsOf(page, draft.typed) : {}
  const body = html`${faultSummary(page.fields, faults)} ${title(page.title)}
  ${page.lead === undefined ? null : paragraph(page.lead)}
  ${page.name === 'signs' ? paragraph(html`If you are not sure, call <a href="tel:111">111</a>.`) : null}
  ${form(
    `${addressOf(page.name)}${isChange ? changing : ''}`,
    html`${page.fields.map((field) => fieldHtml(field, draft.typed, faults))}`,
    'Continue',
  )}`
  return framed(frame, page.title, body, {
    back: backFrom(page, draft, isChange),
    isFaulty: !isFaultless(faults),
  })
}

/** What to do at once, after an answer that cannot wait. */
export const advicePage = (
  frame: Frame,
  draft: Draft,
  after: 'signs' | 'falls',
  isChange: boolean,
): string => {
  const pages = pagesFor(draft.source)
  const next = pages[pages.findIndex(({ name }) => name === after) + 1]?.name ?? 'check'
  const own = draft.source === 'self'
  const words = 'Get help now if you need it'
  const body = html`${title(words)}
    ${paragraph(
      after === 'signs'
        ? 'Some of what you ticked cannot wait for us. We read this form on working days only.'
        : 'Fainting, or a long time on the floor, can have a serious cause. If it was in the last few days and nobody has looked at it yet, do not wait for us.',
    )}
    ${after === 'signs' ? html`${emergency(own)}${urgent('Call 111 today for anything else')}` : html`${urgent('Call 111 today')}${emergency(own)}`}
    ${paragraph('After that, or if it has been dealt with, please go on with this form.')}
    <p>
      <a
        class="nhsuk-button"
        href="${isChange ? addressOf('check') : addressOf(next)}"
        role="button"
        draggable="false"
        >Continue with the form</a
      >
    </p>`
  return framed(frame, words, body, { back: `${addressOf(after)}${isChange ? changing : ''}` })
}

const shown = (field: Field, typed: Typed): string => {
  if (field.kind === 'day') {
    const day = dayOf(typed, field.name)
    return day === null ? '' : formatLongDate(day)
  }
  const text = typed[field.name] ?? ''
  if (field.kind === 'text') {
    // As it will be stored: a postcode in capitals, a telephone number with its spaces.
    const { data } = field.schema.safeParse(text)
    if (typeof data !== 'string') return ''
    return field.name === 'nhsNumber' ? formatNhsNumber(digitsOf(data)) : data
  }
  const chosen = text.split(' ')
  return optionsOf(field)
    .filter(({ code }) => chosen.includes(code))
    .map((option) => option.title)
    .join('\n')
}

const row = (key: string, value: string, change: string): Html =>
  html`<div class="nhsuk-summary-list__row">
    <dt class="nhsuk-summary-list__key">${key}</dt>
    <dd class="nhsuk-summary-list__value">${value === '' ? 'Not given' : value}</dd>
    <dd class="nhsuk-summary-list__actions">
      <a href="${change}">Change<span class="nhsuk-u-visually-hidden"> ${key}</span></a>
    </dd>
  </div>`

const own =
  'I agree that the service looks at my health records, if it needs to, to decide about this referral.'
const others = 'What I wrote is true as far as I know.'

export const checkPage = (frame: Frame, draft: Draft): string => {
  const { source, typed } = draft
  const pages = pagesFor(source)
  const words = 'Check your answers before you send them'
  const body = html`${title(words)}
    <h2 class="nhsuk-heading-m">Who refers</h2>
    <dl class="nhsuk-summary-list">
      ${row(whoField.label, whoOptions.find(({ code }) => code === source)?.title ?? '', `${referralFormPath}${changing}`)}
    </dl>
    ${pages.map(
      (page) =>
        html`<h2 class="nhsuk-heading-m">${page.title}</h2>
          <dl class="nhsuk-summary-list">
            ${page.fields.map((field) => row(field.name === 'signs' ? 'Needs help at once' : field.label, shown(field, typed), `${addressOf(page.name)}${changing}#${boxesOf(field)[0] ?? ''}`))}
          </dl>`,
    )}
    <h2 class="nhsuk-heading-m">Send your referral</h2>
    <p>By sending this you say: ${consentWords(source)}</p>
    <p>
      We keep what you wrote safe and use it only for care.
      <a href="${addressOf('privacy')}">How we use what you tell us</a>
    </p>
    ${form(addressOf('send'), html``, 'Send the referral')} ${removal}`
  return framed(frame, words, body, { back: addressOf(pages.at(-1)?.name ?? '') })
}

const consentWords = (source: FormSource): string => (source === 'self' ? own : others)

/** @param willTell whether messages can be sent */
export const sentPage = (frame: Frame, reference: string, willTell: boolean): string => {
  const words = 'Your referral has been sent'
  const body = html`<div class="nhsuk-panel">
      <h1 class="nhsuk-panel__title">${words}</h1>
      <div class="nhsuk-panel__body">
        Your reference is<br /><span class="refer-reference">${reference}</span>
      </div>
    </div>
    <p>
      Please write the reference
      down.${
        willTell
          ? ' If you gave an e-mail address or a mobile number for yourself, we also send it there.'
          : null
      }
    </p>
    <h2 class="nhsuk-heading-m">What happens next</h2>
    <p>We read your referral and decide within two working days. Then we ring or write.</p>
    <p>
      Ring ${ringLink(frame.service)} with your reference if you have not heard from us after a week, or if
      you want to change or take back the referral.
    </p>
    <p>
      If things get worse, do not wait for us. Call <a href="tel:111">111</a>, or <a href="tel:999">999</a> in
      an emergency.
    </p>
    <p>For your privacy nobody can open your answers here again. You can close this page.</p>
    <p><a href="${referralFormPath}">Make another referral</a></p>`
  return framed(frame, words, body)
}

export const privacyPage = (frame: Frame): string => {
  const words = 'How we use what you tell us'
  const body = html`${title(words)}
    ${paragraph('We use your answers to decide whether and how we can help, and to contact you. If we can help, they become part of the health record of the person who is referred.')}
    <h2 class="nhsuk-heading-m">Who sees it</h2>
    <p>
      Staff of ${frame.service.name} who need it for their work. Each time somebody opens it, that is
      recorded. We may tell the GP of the person what we decided.
    </p>
    <h2 class="nhsuk-heading-m">How long we keep it</h2>
    <ul class="nhsuk-list nhsuk-list--bullet">
      <li>
        Answers that you do not send are deleted after 2 hours. Until then, nobody but you can read them.
      </li>
      <li>A referral that we do not accept is deleted 90 days after we decided.</li>
      <li>A referral that we accept is kept as long as a health record must be kept.</li>
    </ul>
    <h2 class="nhsuk-heading-m">Cookies</h2>
    <p>
      We use one cookie, so that the pages of the form belong together. It ends when you close the browser. It
      tells nobody else anything. There is nothing else from other companies on these pages.
    </p>
    <h2 class="nhsuk-heading-m">Why we may do this</h2>
    <p>
      The law lets the NHS use information about health to give care (UK GDPR, Articles 6(1)(e) and 9(2)(h)).
    </p>
    <h2 class="nhsuk-heading-m">Your rights</h2>
    <p>
      You can ask for a copy of what we have, ask us to correct it, and object. Ring
      ${ringLink(frame.service)}. If you are not happy with us, you can complain to the Information
      Commissioner, telephone <span class="whole-number">0303 123 1113</span>.
    </p>
    <p><a href="${referralFormPath}">Back to the form</a></p>`
  return framed(frame, words, body)
}

/** A page that says why the form does not go on, and what to do. */
export const stoppedPage = (
  frame: Frame,
  words: string,
  what: string,
  { again, link = 'Start again' }: { again: string; link?: string },
): string => {
  const body = html`${title(words)} ${paragraph(what)}
    <p>You can also ring ${ringLink(frame.service)}.</p>
    <p><a href="${again}">${link}</a></p>`
  return framed(frame, words, body)
}
