import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import type { classForm, ClassView } from '../../../contract/care/classes/class.ts'
import { sessionDays } from '../../../contract/care/classes/days.ts'
import { weekdayOf } from '../../../contract/platform/dates/weekdays.ts'
import { parseDay, type CalendarDate } from '../../../contract/platform/dates/dates.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { labels, optional } from '../../../contract/platform/words/labels.ts'
import { ChecksField } from '../../platform/ui/ChecksField.tsx'
import { holidaysQuery } from './classQueries.ts'

interface DaysOffProps {
  form: UseFormReturn<z.input<typeof classForm>, unknown, z.output<typeof classForm>>
  /** The class as it was when the form opened; null for a new one. */
  view: ClassView | null
}

/**
 * The days of the class, each of which can be ticked as a day off. Bank holidays are ticked automatically, until the
 * user unticks them.
 */
export const DaysOff = ({ form, view }: DaysOffProps) => {
  const [firstDate, weeks] = useWatch({ control: form.control, name: ['firstDate', 'weeks'] })
  const first = parseDay(firstDate)
  const count = Number(weeks)
  if (first === null || !Number.isInteger(count) || count < 1 || count > 104) return null
  return <DaysOfClass form={form} view={view} days={daysOf(first, count)} />
}

const daysOf = (firstDate: CalendarDate, weeks: number): CalendarDate[] =>
  sessionDays({ firstDate, weeks, daysOff: [] })

const DaysOfClass = ({ form, view, days }: DaysOffProps & { days: CalendarDate[] }) => {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const { data: holidays } = useQuery(holidaysQuery(first, last))
  const named = new Map(holidays?.map(({ day, name }) => [day, name]))
  const off = useWatch({ control: form.control, name: 'daysOff' }) ?? []
  /** Days that were already decided when the class was created. */
  const [decided] = useState(() => new Set(view === null ? [] : daysOf(view.firstDate, view.weeks)))
  /** Bank holidays that this form has ticked. An unticked one stays in the set, so that it is not ticked again. */
  const offered = useRef(new Set<CalendarDate>())
  useEffect(() => {
    if (holidays === undefined) return
    const gone = [...offered.current].filter((day) => !days.includes(day))
    const fresh = holidays
      .map(({ day }) => day)
      .filter((day) => days.includes(day) && !decided.has(day) && !offered.current.has(day))
    if (gone.length + fresh.length === 0) return
    for (const day of gone) offered.current.delete(day)
    for (const day of fresh) offered.current.add(day)
    const chosen = (form.getValues('daysOff') ?? []).filter((day) => !gone.includes(day))
    form.setValue('daysOff', [...new Set([...chosen, ...fresh])], { shouldDirty: true })
  }, [days, decided, form, holidays])
  const leftOut = days.filter((day) => off.includes(day) && named.has(day))
  const nameOf = (day: CalendarDate): string =>
    named.has(day) ? `${formatDate(day)} (${named.get(day) ?? ''})` : formatDate(day)
  return (
    <>
      {leftOut.length > 0 && (
        <p role="status">
          Left out for bank holidays: {leftOut.map(nameOf).join(', ')}. To give the class on one, untick it
          below.
        </p>
      )}
      <details className="nhsuk-details">
        <summary className="nhsuk-details__summary">
          <span className="nhsuk-details__summary-text">
            {weekdayOf(first)}s until {formatDate(last)}: choose days off
          </span>
        </summary>
        <div className="nhsuk-details__text">
          <ChecksField
            form={form}
            name="daysOff"
            label={optional(labels.class.daysOff)}
            hint="A session that is recorded stays"
            options={days.map((day) => ({ id: day, name: nameOf(day) }))}
          />
        </div>
      </details>
    </>
  )
}
