import { useEffect } from 'react'
import { useFieldArray, type FieldValues, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { today } from '../../../contract/platform/dates/dates.ts'
import { redFlagActions, type redFlagAnswers } from '../../../contract/patients/flags/redFlag.ts'
import { redFlagSigns, type RedFlagSign } from '../../../contract/reference/redFlagSigns.ts'
import { optional } from '../../../contract/platform/words/labels.ts'
import { DateField } from '../../platform/ui/DateField.tsx'
import { messageOf, TextField } from '../../platform/ui/fields.tsx'
import { SelectField } from '../../platform/ui/SelectField.tsx'

/** Forms that can report red flags have this field; it starts as an empty list. */
interface RedFlagForm extends FieldValues {
  redFlags?: z.input<typeof redFlagAnswers>
}

interface RedFlagFieldsProps<In extends RedFlagForm, Out> {
  form: UseFormReturn<In, unknown, Out>
  /** Signs implied by other choices in the form: they are ticked automatically. */
  meant?: readonly RedFlagSign[]
  /** The description of those choices, used at the start of a sentence. */
  meantBy?: string
}

const none: readonly RedFlagSign[] = []

/**
 * The eight signs. Each ticked sign asks what was done and by when it must be dealt with. The wording is a draft for a
 * clinician.
 */
export const RedFlagFields = <In extends RedFlagForm, Out>({
  form: given,
  meant = none,
  meantBy = 'A concern ticked above',
}: RedFlagFieldsProps<In, Out>) => {
  // Only this field of the form matters here.
  const form = given as unknown as UseFormReturn<RedFlagForm, unknown, Out>
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'redFlags' })
  const found = fields.map(({ sign }) => sign)
  useEffect(() => {
    const asked = form.getValues('redFlags')?.map(({ sign }) => sign) ?? []
    for (const sign of meant) if (!asked.includes(sign)) append(unanswered(sign), { shouldFocus: false })
  }, [append, form, meant])

  const message = messageOf(form, 'redFlags')
  return (
    <fieldset className="nhsuk-fieldset sf-red-flags" id="redFlags" tabIndex={-1}>
      <legend className="nhsuk-fieldset__legend nhsuk-fieldset__legend--s">Red flags</legend>
      <div className="nhsuk-hint">
        Tick any that you found. Each stays on the banner until somebody ends it.
      </div>
      {message !== '' && <span className="nhsuk-error-message">{message}</span>}
      <div className="nhsuk-checkboxes nhsuk-checkboxes--small">
        {redFlagSigns.map(({ code, title }) => {
          const index = found.indexOf(code)
          const isMeant = meant.includes(code)
          return (
            <div key={code}>
              <div className="nhsuk-checkboxes__item">
                <input
                  className="nhsuk-checkboxes__input"
                  type="checkbox"
                  id={`redFlag-${code}`}
                  checked={index >= 0}
                  aria-describedby={isMeant ? `redFlag-${code}-why` : undefined}
                  onChange={() => {
                    if (index < 0) append(unanswered(code), { shouldFocus: false })
                    else if (!isMeant) remove(index)
                  }}
                />
                <label className="nhsuk-label nhsuk-checkboxes__label" htmlFor={`redFlag-${code}`}>
                  {title}
                </label>
                {isMeant && (
                  <div className="nhsuk-hint nhsuk-checkboxes__hint" id={`redFlag-${code}-why`}>
                    {meantBy} means this
                  </div>
                )}
              </div>
              {index >= 0 && <Answer form={form} index={index} title={title} />}
            </div>
          )
        })}
      </div>
    </fieldset>
  )
}

const unanswered = (sign: RedFlagSign) => ({ sign, action: '' as never, reviewDate: today(), detail: '' })

/** What was done about one sign, and by when it must be dealt with. */
const Answer = <Out,>({
  form,
  index,
  title,
}: {
  form: UseFormReturn<RedFlagForm, unknown, Out>
  index: number
  title: string
}) => (
  <div className="sf-red-flags__answer" role="group" aria-label={title}>
    <SelectField
      form={form}
      name={`redFlags.${index}.action`}
      label="What was done?"
      options={redFlagActions.map(({ code, title: name }) => ({ id: code, name }))}
    />
    <DateField
      form={form}
      name={`redFlags.${index}.reviewDate`}
      label="To be dealt with by"
      hint="Today, unless it may wait"
    />
    <TextField
      form={form}
      name={`redFlags.${index}.detail`}
      label={optional('What was found')}
      autoComplete="off"
    />
  </div>
)
