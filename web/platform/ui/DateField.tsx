import { useState, type KeyboardEvent, type SyntheticEvent } from 'react'
import { useController, type FieldValues } from 'react-hook-form'
import { parseTyped, today, type CalendarDate } from '../../../contract/platform/dates/dates.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { dayInText } from '../../../contract/platform/dates/typedDay.ts'
import type { FieldProps } from './fields.tsx'
import { OfferButton } from './OfferButton.tsx'

interface Boxes {
  day: string
  month: string
  year: string
}

/** The text of the three boxes for a stored day. */
const boxesOf = (value: unknown): Boxes => {
  const [year = '', month = '', day = ''] = typeof value === 'string' ? value.split('-') : []
  return { day: day.replace(/^0/, ''), month: month.replace(/^0/, ''), year }
}

/** The day that the boxes spell. Any other text stays as typed, for the schema to refuse. */
const valueOf = (boxes: Boxes): string =>
  boxes.day + boxes.month + boxes.year === ''
    ? ''
    : (parseTyped(boxes) ?? `${boxes.year}-${boxes.month}-${boxes.day}`)

const boxes = [
  ['day', 'Day', 2],
  ['month', 'Month', 2],
  ['year', 'Year', 4],
] as const

/** Nobody who is registered or searched for here was born today. */
const isNeverToday = (name: string): boolean => /(^|\.)dateOfBirth$/.test(name)

/**
 * Whether a key pressed in a box asks for today. The key is T, which occurs in no day or year and begins no month name.
 * Within a month that is being typed it is a letter, as in October.
 */
const asksForToday = (
  { key, ctrlKey, metaKey, altKey, currentTarget: box }: KeyboardEvent<HTMLInputElement>,
  part: keyof Boxes,
): boolean => {
  if (key.toLowerCase() !== 't' || ctrlKey || metaKey || altKey) return false
  const isReplaced = box.selectionStart === 0 && box.selectionEnd === box.value.length
  return part !== 'month' || isReplaced
}

/**
 * A date in three boxes. The month may be a number or a name. T and the button enter today. A whole date that is pasted
 * or dropped fills all three boxes. We wrote it ourselves because the design system's component shows stale text when
 * its value is replaced.
 */
export const DateField = <In extends FieldValues, Out>({
  form,
  name,
  label,
  hint = 'For example, 15 3 2026',
}: FieldProps<In, Out>) => {
  const { field, fieldState } = useController({ control: form.control, name })
  const [kept, setKept] = useState(() => boxesOf(field.value))
  // A value set from elsewhere replaces what was typed. Otherwise the boxes keep the text as typed.
  const typed = valueOf(kept) === (field.value ?? '') ? kept : boxesOf(field.value)
  const message = fieldState.error?.message
  const described = [`${name}-hint`, ...(message === undefined ? [] : [`${name}-error`])].join(' ')
  const change = (part: keyof Boxes, text: string): void => {
    const next = { ...typed, [part]: text.trim() }
    setKept(next)
    setSaid('')
    field.onChange(valueOf(next))
  }
  // Announces to screen readers a date that a key or the button filled in.
  const [said, setSaid] = useState('')
  const offersToday = !isNeverToday(name)
  const enter = (day: CalendarDate): void => {
    setKept(boxesOf(day))
    field.onChange(day)
    setSaid(formatDate(day))
  }
  const enterToday = (): void => enter(today())
  // A date is copied or dragged as a whole. Any other pasted text stays as it is, for the schema to refuse.
  const enterWhole = (event: SyntheticEvent, carried: DataTransfer): void => {
    const day = dayInText(carried.getData('text'))
    if (day === null) return
    event.preventDefault()
    enter(day)
  }
  return (
    <div className={`nhsuk-form-group ${message === undefined ? '' : 'nhsuk-form-group--error'}`}>
      <fieldset className="nhsuk-fieldset" aria-describedby={described} role="group">
        <legend className="nhsuk-fieldset__legend nhsuk-label">{label}</legend>
        <div className="nhsuk-hint" id={`${name}-hint`}>
          {hint}
        </div>
        {message !== undefined && (
          <span className="nhsuk-error-message" id={`${name}-error`}>
            <span className="nhsuk-u-visually-hidden">Error: </span>
            {message}
          </span>
        )}
        <div className="nhsuk-date-input" id={name}>
          {boxes.map(([part, title, width]) => (
            <div className="nhsuk-date-input__item" key={part}>
              <label className="nhsuk-label nhsuk-date-input__label" htmlFor={`${name}-${part}`}>
                {title}
              </label>
              <input
                id={`${name}-${part}`}
                ref={part === 'day' ? field.ref : undefined}
                className={`nhsuk-input nhsuk-date-input__input nhsuk-input--width-${part === 'month' ? 3 : width} ${message === undefined ? '' : 'nhsuk-input--error'}`}
                type="text"
                inputMode={part === 'month' ? 'text' : 'numeric'}
                autoComplete="off"
                value={typed[part]}
                aria-invalid={message !== undefined || undefined}
                // Some screen readers do not read the description of the group.
                aria-describedby={message !== undefined && part === 'day' ? `${name}-error` : undefined}
                onChange={(event) => change(part, event.target.value)}
                onKeyDown={(event) => {
                  if (!offersToday || !asksForToday(event, part)) return
                  event.preventDefault()
                  enterToday()
                }}
                onPaste={(event) => enterWhole(event, event.clipboardData)}
                onDrop={(event) => enterWhole(event, event.dataTransfer)}
                onBlur={field.onBlur}
              />
            </div>
          ))}
          {offersToday && (
            <OfferButton field={label} shortcut="T" onClick={enterToday}>
              Today
            </OfferButton>
          )}
        </div>
        <span className="nhsuk-u-visually-hidden" role="status">
          {said}
        </span>
      </fieldset>
    </div>
  )
}
