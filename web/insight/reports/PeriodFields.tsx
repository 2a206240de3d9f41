import { useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { today } from '../../../contract/platform/dates/dates.ts'
import { daysOfPeriod, movingPeriods, periodTitles } from '../../../contract/insight/reportPeriod.ts'
import { DateField } from '../../platform/ui/DateField.tsx'

export interface PeriodForm extends FieldValues {
  dateFrom: string
  dateTo: string
}

/** The two dates of a period. */
export const DayFields = <In extends PeriodForm, Out>({
  form,
}: {
  form: UseFormReturn<In, unknown, Out>
}) => (
  <div className="sf-period">
    <DateField form={form} name={'dateFrom' as never} label="Date From" hint="For example, 1 4 2026" />
    <DateField form={form} name={'dateTo' as never} label="Date To" hint="This day is counted too" />
  </div>
)

/** The two dates of a period, with one press for each usual period. */
export const PeriodFields = <In extends PeriodForm, Out>({
  form,
}: {
  form: UseFormReturn<In, unknown, Out>
}) => {
  const [chosen, setChosen] = useState(0)
  const choose = ({ dateFrom, dateTo }: PeriodForm): void => {
    // The date fields keep what was typed, so they are remounted with the chosen dates.
    const set = form.setValue as unknown as (name: keyof PeriodForm, value: string) => void
    set('dateFrom', dateFrom)
    set('dateTo', dateTo)
    setChosen((count) => count + 1)
  }
  return (
    <>
      <DayFields key={chosen} form={form} />
      <div className="sf-period__usual" role="group" aria-label="Usual periods">
        {movingPeriods.map((period) => (
          <button
            key={period}
            type="button"
            className="sf-button"
            onClick={() => choose(daysOfPeriod(period, today()))}
          >
            {periodTitles[period]}
          </button>
        ))}
      </div>
    </>
  )
}
