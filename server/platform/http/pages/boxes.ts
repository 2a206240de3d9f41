import { attribute, html, type Html } from './html.ts'
import {
  boxesOf,
  dayParts,
  optionsOf,
  type Faults,
  type Field,
  type TextField,
  type Typed,
} from './fields.ts'

/* Fields in the markup of the NHS design system. */

/** What the boxes themselves say. */
export interface BoxWords {
  error: string
  problem: string
  or: string
  day: string
  month: string
  year: string
}

const english: BoxWords = {
  error: 'Error:',
  problem: 'There is a problem',
  or: 'or',
  day: 'Day',
  month: 'Month',
  year: 'Year',
}

type Kind<Name extends Field['kind']> = Extract<Field, { kind: Name }>

const hintOf = (field: Field): Html | null =>
  field.hint === undefined ? null : html`<div class="nhsuk-hint" id="${field.name}-hint">${field.hint}</div>`

const faultBeside = (field: Field, fault: string | undefined, words: BoxWords): Html | null =>
  fault === undefined
    ? null
    : html`<span class="nhsuk-error-message" id="${field.name}-error"
        ><span class="nhsuk-u-visually-hidden">${words.error} </span>${fault}</span
      >`

const describedBy = (field: Field, fault: string | undefined): Html | null =>
  attribute(
    'aria-describedby',
    [
      ...(field.hint === undefined ? [] : [`${field.name}-hint`]),
      ...(fault === undefined ? [] : [`${field.name}-error`]),
    ].join(' '),
  )

const group = (fault: string | undefined, body: Html): Html =>
  html`<div class="nhsuk-form-group${fault === undefined ? '' : ' nhsuk-form-group--error'}">${body}</div>`

const widths = {
  postcode: 'nhsuk-input--width-10',
  short: 'nhsuk-input--width-5',
  half: 'nhsuk-u-width-two-thirds',
}

const textBox = (field: TextField, typed: Typed, fault: string | undefined, words: BoxWords): Html => {
  const { name, type = 'text', rows, width } = field
  const value = typed[name] ?? ''
  const common = html`id="${name}"
  name="${name}"${describedBy(field, fault)}${attribute('autocomplete', field.autocomplete)}${attribute('inputmode', field.inputmode)}${attribute('spellcheck', field.isSpelt === false ? 'false' : null)}${attribute('aria-invalid', fault === undefined ? null : 'true')}`
  const wrong = fault === undefined ? '' : ' nhsuk-textarea--error nhsuk-input--error'
  // A browser drops the first new line of a text area.
  const box =
    rows === undefined
      ? html`<input
          class="nhsuk-input${wrong}${width === undefined ? '' : ` ${widths[width]}`}"
          type="${type}"
          value="${value}"
          ${common}
        />`
      : html`<textarea class="nhsuk-textarea${wrong}" rows="${rows}" ${common}>${'\n'}${value}</textarea>`
  return group(
    fault,
    html`<label class="nhsuk-label" for="${name}">${field.label}</label
      >${hintOf(field)}${faultBeside(field, fault, words)}${box}`,
  )
}

const inFieldset = (field: Field, fault: string | undefined, body: Html, words: BoxWords): Html =>
  group(
    fault,
    html`<fieldset class="nhsuk-fieldset" ${describedBy(field, fault)}>
      <legend class="nhsuk-fieldset__legend nhsuk-fieldset__legend--s">${field.label}</legend>
      ${hintOf(field)}${faultBeside(field, fault, words)}${body}
    </fieldset>`,
  )

const dayBoxes = (field: Kind<'day'>, typed: Typed, fault: string | undefined, words: BoxWords): Html => {
  const wrong = fault === undefined ? '' : ' nhsuk-input--error'
  const items = dayParts.map((part) => {
    const box = `${field.name}-${part}`
    return html`<div class="nhsuk-date-input__item">
      <div class="nhsuk-form-group">
        <label class="nhsuk-label nhsuk-date-input__label" for="${box}">${words[part]}</label>
        <input
          class="nhsuk-input nhsuk-date-input__input nhsuk-input--width-${part === 'year' ? '4' : '2'}${wrong}"
          id="${box}"
          name="${box}"
          type="text"
          inputmode="numeric"
          value="${typed[box] ?? ''}"
          ${attribute('autocomplete', field.isOwnBirthday ? `bday-${part}` : null)}${attribute('aria-invalid', fault === undefined ? null : 'true')}
        />
      </div>
    </div>`
  })
  return inFieldset(field, fault, html`<div class="nhsuk-date-input">${items}</div>`, words)
}

const choices = (
  field: Kind<'choice' | 'several'>,
  typed: Typed,
  fault: string | undefined,
  words: BoxWords,
): Html => {
  const isSeveral = field.kind === 'several'
  const block = isSeveral ? 'nhsuk-checkboxes' : 'nhsuk-radios'
  const chosen = (typed[field.name] ?? '').split(' ')
  const none = isSeveral ? field.none : undefined
  const items = optionsOf(field).map((option, index) => {
    const id = index === 0 ? field.name : `${field.name}-${option.code}`
    const hint = option.hint
    return html`${option === none ? html`<div class="${block}__divider">${words.or}</div>` : null}
      <div class="${block}__item">
        <input
          class="${block}__input"
          id="${id}"
          name="${field.name}"
          type="${isSeveral ? 'checkbox' : 'radio'}"
          value="${option.code}"
          ${
            hint === undefined ? null : attribute('aria-describedby', `${id}-hint`)
          }${chosen.includes(option.code) ? html` checked` : null}
        />
        <label class="nhsuk-label ${block}__label" for="${id}">${option.title}</label>${
          hint === undefined
            ? null
            : html`<div class="nhsuk-hint ${block}__hint" id="${id}-hint">${hint}</div>`
        }
      </div>`
  })
  const inline = field.kind === 'choice' && field.isInline === true ? ' nhsuk-radios--inline' : ''
  return inFieldset(field, fault, html`<div class="${block}${inline}">${items}</div>`, words)
}

export const fieldHtml = (field: Field, typed: Typed, faults: Faults, words: BoxWords = english): Html => {
  const fault = faults[field.name]
  if (field.kind === 'text') return textBox(field, typed, fault, words)
  return field.kind === 'day' ? dayBoxes(field, typed, fault, words) : choices(field, typed, fault, words)
}

/** The list of faults above the title. It has the focus when the page opens, and each line leads to its box. */
export const faultSummary = (
  fields: readonly Field[],
  faults: Faults,
  words: BoxWords = english,
): Html | null => {
  const wrong = fields.filter(({ name }) => faults[name] !== undefined)
  if (wrong.length === 0) return null
  return html`<div class="nhsuk-error-summary" tabindex="-1" autofocus>
    <div role="alert">
      <h2 class="nhsuk-error-summary__heading">${words.problem}</h2>
      <div class="nhsuk-error-summary__body">
        <ul class="nhsuk-list nhsuk-error-summary__list">
          ${wrong.map((field) => html`<li><a href="#${boxesOf(field)[0] ?? field.name}">${faults[field.name] ?? ''}</a></li>`)}
        </ul>
      </div>
    </div>
  </div>`
}
