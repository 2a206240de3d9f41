import type { KeyboardEvent } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { today } from '../../../contract/platform/dates/dates.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { resultInWords, type MeasureRecord } from '../../../contract/pathways/records/measure.ts'
import { readingOf, type About } from '../../../contract/pathways/records/measureReading.ts'
import { isPossible, measureCodes, type Measure } from '../../../contract/pathways/records/measures.ts'
import { type measureSittingForm, unable } from '../../../contract/pathways/records/measureSitting.ts'
import { messageOf } from '../../platform/ui/fields.tsx'

interface MeasureBoxProps {
  form: UseFormReturn<z.input<typeof measureSittingForm>, unknown, z.output<typeof measureSittingForm>>
  measure: Measure
  about: About
  /** The latest result of this pathway. */
  before: MeasureRecord | undefined
}

/** The box of one measure, with the meaning of its value and the previous value. */
export const MeasureBox = ({ form, measure, about, before }: MeasureBoxProps) => {
  const { code, title, unit, hint, mayBeUnable } = measure
  const name = `values.${code}` as const
  const message = messageOf(form, name)
  const isUnable = useWatch({ control: form.control, name }) === unable
  const enterUnable = (): void => form.setValue(name, isUnable ? '' : unable, { shouldDirty: true })
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key.toLowerCase() !== 'u' || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    form.setValue(name, unable, { shouldDirty: true })
  }
  const described = [`${name}-says`, ...(message === '' ? [] : [`${name}-error`])].join(' ')
  return (
    <div className={`nhsuk-form-group sf-measure ${message === '' ? '' : 'nhsuk-form-group--error'}`}>
      <label className="nhsuk-label sf-measure__title" htmlFor={name}>
        {title}
        {hint !== undefined && <span className="sf-measure__hint">{hint}</span>}
      </label>
      <div>
        {message !== '' && (
          <span className="nhsuk-error-message" id={`${name}-error`}>
            <span className="nhsuk-u-visually-hidden">Error: </span>
            {message}
          </span>
        )}
        <div className="sf-measure__box">
          <input
            id={name}
            className={`nhsuk-input nhsuk-input--width-5 ${message === '' ? '' : 'nhsuk-input--error'}`}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            aria-describedby={described}
            {...(mayBeUnable === true ? { onKeyDown } : {})}
            {...form.register(name)}
          />
          <span className="sf-measure__unit">{unit}</span>
          {mayBeUnable === true && (
            // Keyboard users type U in the box instead, so that Tab moves from value to value.
            <button
              type="button"
              className="sf-button"
              tabIndex={-1}
              aria-pressed={isUnable}
              aria-label={`Unable: ${title}`}
              onClick={enterUnable}
            >
              Unable
            </button>
          )}
        </div>
      </div>
      <div className="sf-measure__says" id={`${name}-says`}>
        <ReadingOfTyped form={form} measure={measure} about={about} />
        {before !== undefined && (
          <span className="sf-quiet">
            Before: {resultInWords(before)} on {formatDate(before.measuredDate)}
          </span>
        )}
      </div>
    </div>
  )
}

const numberTyped = (typed: unknown, measure: Measure): number | null => {
  const text = String(typed ?? '').trim()
  const value = Number(text)
  return text !== '' && Number.isFinite(value) && isPossible(measure, value) ? value : null
}

const ReadingOfTyped = ({ form, measure, about }: Pick<MeasureBoxProps, 'form' | 'measure' | 'about'>) => {
  const [day, values] = useWatch({ control: form.control, name: ['measuredDate', 'values'] })
  const measuredDate = String(day) === '' ? today() : String(day)
  const typed = measureCodes.map((code) => ({ measure: code, measuredDate, value: values[code] }))
  const value = numberTyped(values[measure.code], measure)
  const reading = readingOf(
    { measure: measure.code, measuredDate, value },
    {
      ...about,
      all: typed.map((one) => ({ ...one, value: one.value === '' ? null : Number(one.value) || null })),
    },
  )
  return <span role="status">{reading === null ? '' : `${reading.says} (${reading.source})`}</span>
}
