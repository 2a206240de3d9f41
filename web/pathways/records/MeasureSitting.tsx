import { useQuery } from '@tanstack/react-query'
import { Details } from 'nhsuk-react-components'
import { useState } from 'react'
import { optional } from '../../../contract/platform/words/labels.ts'
import { measureRecord } from '../../../contract/pathways/records/measure.ts'
import {
  measureGroups,
  measures,
  walkingAids,
  type Measure,
} from '../../../contract/pathways/records/measures.ts'
import {
  measureSittingForm,
  saveMeasureSitting,
  type SittingValues,
} from '../../../contract/pathways/records/measureSitting.ts'
import { call } from '../../platform/calls/api.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { lookupQuery } from '../../platform/calls/lookupQuery.ts'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { DateField } from '../../platform/ui/DateField.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { SelectField } from '../../platform/ui/SelectField.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { ConfirmField } from '../../platform/ui/ConfirmField.tsx'
import { useCreateKey } from '../../platform/ui/useCreateKey.ts'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { MeasureBox } from './MeasureBox.tsx'
import { useReturnToPathway } from './returnTo.tsx'
import { useAboutPatient } from './useAboutPatient.ts'

/** Offered for every patient, even before the first measurement. */
const usual = new Set<string>([
  'timedUpAndGo',
  'chairStand30',
  'gaitSpeed',
  'turn180',
  'balanceStage',
  'fesI',
  'fallsLastYear',
])

const nothing = Object.fromEntries(measures.map(({ code }) => [code, ''])) as Record<
  keyof SittingValues,
  string
>
const { labels } = measureRecord

/** Several measures of one sitting: the day, the clinician and the walking aid once, then a box for each value. */
export const MeasureSitting = () => {
  const { pathway, measure: before } = usePathway()
  const { data: clinicians } = useQuery(lookupQuery('clinician'))
  const about = useAboutPatient()
  const place = useReturnToPathway('measure')
  const create = useCreateKey()
  const form = useZodForm(measureSittingForm, {
    measuredDate: '',
    clinicianId: '',
    aid: '',
    values: nothing,
    unusualConfirmed: false,
    afterDeathConfirmed: false,
  })
  // As it was when the form opened: a box must not move while the user types in it.
  const [near] = useState(() => new Set([...usual, ...before.map(({ measure }) => measure)]))
  const boxes = (among: readonly Measure[]) =>
    among.map((measure) => (
      <MeasureBox
        key={measure.code}
        form={form}
        measure={measure}
        about={about}
        before={before.find((one) => one.measure === measure.code)}
      />
    ))
  const isNear = ({ code }: Measure): boolean => near.has(code)
  return (
    <>
      <PageTitle>Add measures</PageTitle>
      <FormFrame
        form={form}
        guarded
        className="sf-form sf-form--wide"
        submit="Save"
        onSave={async (values) => {
          const { records } = await create((options) =>
            call(saveMeasureSitting, { ...values, pathwayId: pathway.id }, options),
          )
          await forgetAfterSave()
          const words = records.length === 1 ? 'Measure saved' : `${records.length} measures saved`
          toast(place.said?.('Measures saved') ?? words, place.next)
          await place.back()
        }}
        actions={place.cancel}
      >
        <DateField form={form} name="measuredDate" label={labels.measuredDate} />
        <SelectField form={form} name="clinicianId" label={labels.clinicianId} options={clinicians} />
        <SelectField
          form={form}
          name="aid"
          label={optional(labels.aid)}
          hint="Kept with the walking tests"
          options={walkingAids.map(({ code, title: name }) => ({ id: code, name }))}
          optional
        />
        <fieldset className="nhsuk-fieldset sf-measures">
          <legend className="nhsuk-fieldset__legend nhsuk-fieldset__legend--s">Values</legend>
          <div className="nhsuk-hint">
            Leave empty what was not measured. Type U if the person was unable to do it.
          </div>
          {boxes(measures.filter(isNear))}
        </fieldset>
        {measureGroups.map(({ code, title }) => {
          const others = measures.filter((one) => one.group === code && !isNear(one))
          return (
            others.length > 0 && (
              <Details key={code}>
                <Details.Summary>{title}: more measures</Details.Summary>
                <Details.Text>
                  <fieldset className="nhsuk-fieldset sf-measures">
                    <legend className="nhsuk-u-visually-hidden">{title}</legend>
                    {boxes(others)}
                  </fieldset>
                </Details.Text>
              </Details>
            )
          )
        })}
        <ConfirmField form={form} name="unusualConfirmed" />
        <ConfirmField
          form={form}
          name="afterDeathConfirmed"
          label="Record it although the date is after the patient died"
        />
      </FormFrame>
    </>
  )
}
