import { useQuery } from '@tanstack/react-query'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { slotWeeks, type clinicForm } from '../../../contract/care/clinics/clinic.ts'
import { clinicDays } from '../../../contract/care/clinics/slotTimes.ts'
import { addDays, parseDay, today } from '../../../contract/platform/dates/dates.ts'
import { weekdayOf } from '../../../contract/platform/dates/weekdays.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { labels, optional } from '../../../contract/platform/words/labels.ts'
import { holidaysQuery } from '../classes/classQueries.ts'

type Form = UseFormReturn<z.input<typeof clinicForm>, unknown, z.output<typeof clinicForm>>

/**
 * The days of the next half year, each ticked if the clinic does not take place. Bank holidays are ticked unless the user
 * unticks them.
 */
export const ClinicExceptions = ({ form }: { form: Form }) => {
  const [firstDate, lastDate, everyWeeks, chosen] = useWatch({
    control: form.control,
    name: ['firstDate', 'lastDate', 'everyWeeks', 'exceptions'],
  })
  const from = today()
  const until = addDays(from, 7 * slotWeeks)
  const { data: holidays = [] } = useQuery(holidaysQuery(from, until))
  const first = parseDay(firstDate)
  const weeks = Number(everyWeeks)
  if (first === null || !Number.isInteger(weeks) || weeks < 1) return null
  const exceptions = chosen ?? []
  const named = new Map(holidays.map(({ day, name }) => [day, name]))
  const days = clinicDays(
    { firstDate: first, lastDate: parseDay(lastDate ?? ''), everyWeeks: weeks },
    { off: new Set(), held: new Set() },
    () => false,
    from,
    until,
  )
  const isOff = (day: string): boolean =>
    exceptions.some((each) => each.day === day && !each.isHeld) ||
    (named.has(day) && !exceptions.some((each) => each.day === day && each.isHeld))
  const toggle = (day: string): void => {
    const others = exceptions.filter((each) => each.day !== day)
    const becomesOff = !isOff(day)
    form.setValue(
      'exceptions',
      becomesOff === named.has(day) ? others : [...others, { day, isHeld: !becomesOff }],
      { shouldDirty: true },
    )
  }
  return (
    <details className="nhsuk-details">
      <summary className="nhsuk-details__summary">
        <span className="nhsuk-details__summary-text">
          {weekdayOf(first)}s of the next {slotWeeks} weeks: choose days off
        </span>
      </summary>
      <div className="nhsuk-details__text">
        <fieldset className="nhsuk-fieldset">
          <legend className="nhsuk-fieldset__legend">{optional(labels.clinic.exceptions)}</legend>
          <div className="nhsuk-checkboxes nhsuk-checkboxes--small">
            {days.map((day) => (
              <div className="nhsuk-checkboxes__item" key={day}>
                <input
                  className="nhsuk-checkboxes__input"
                  type="checkbox"
                  id={`off-${day}`}
                  checked={isOff(day)}
                  onChange={() => toggle(day)}
                />
                <label className="nhsuk-label nhsuk-checkboxes__label" htmlFor={`off-${day}`}>
                  {formatDate(day)}
                  {named.has(day) && ` (${named.get(day) ?? ''})`}
                </label>
              </div>
            ))}
          </div>
        </fieldset>
      </div>
    </details>
  )
}
