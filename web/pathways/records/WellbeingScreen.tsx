import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { formatDate } from '../../../contract/platform/words/format.ts'
import {
  wellbeing,
  wellbeingForm,
  type Wellbeing,
  wellbeingRecord,
} from '../../../contract/pathways/records/wellbeing.ts'
import { call } from '../../platform/calls/api.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { lookupQuery } from '../../platform/calls/lookupQuery.ts'
import { ChecksField } from '../../platform/ui/ChecksField.tsx'
import { FieldsWithin } from '../../platform/ui/DescribedFields.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { idText } from '../../platform/ui/idText.ts'
import { useReturnToPathway } from './returnTo.tsx'
import { RecordForm } from './RecordForm.tsx'
import { recordScreen } from './recordScreen.tsx'
import { RedFlagFields } from './RedFlagFields.tsx'

const WellbeingForm = ({ record }: { record: Wellbeing | null }) => {
  const { pathway } = usePathway()
  const { data: concerns } = useQuery(lookupQuery('concern'))
  const form = useZodForm(wellbeingForm, {
    assessment: {
      assessmentDate: record?.assessmentDate ?? '',
      clinicianId: idText(record?.clinicianId),
      locationId: idText(record?.locationId),
      afterDeathConfirmed: false,
      unusualConfirmed: false,
    },
    concerns: record?.concerns.map(({ id }) => String(id)) ?? [],
    redFlags: [],
  })
  const ticked = useWatch({ control: form.control, name: 'concerns' })
  // Those that were there before have their red flag already.
  const meant = useMemo(
    () =>
      (concerns ?? [])
        .filter(({ id }) => ticked.map(Number).includes(id) && !record?.concerns.some((one) => one.id === id))
        .flatMap(({ redFlagSign }) => redFlagSign ?? []),
    [concerns, ticked, record],
  )
  return (
    <RecordForm
      kind="wellbeing"
      record={record}
      form={form}
      place={useReturnToPathway('wellbeing')}
      about={record === null ? '' : `Wellbeing assessment of ${formatDate(record.assessmentDate)}`}
      deleteWarning={record?.concerns.length ? 'Its concerns are deleted with it.' : undefined}
      afterDeathField="assessment.afterDeathConfirmed"
      unusualField="assessment.unusualConfirmed"
      save={({ assessment, concerns: found, redFlags }, identity, options) =>
        call(
          wellbeing.save,
          {
            assessment: { ...assessment, ...identity, pathwayId: pathway.id },
            concerns: found,
            ...(redFlags?.length ? { redFlags } : {}),
          },
          options,
        )
      }
      remove={(identity) => call(wellbeing.delete, { ...identity, pathwayId: pathway.id })}
    >
      <FieldsWithin
        form={form}
        within="assessment."
        fields={[
          { day: 'assessmentDate' },
          { lookup: 'clinicianId', of: 'clinician' },
          { lookup: 'locationId', of: 'location' },
        ]}
        labels={wellbeingRecord.labels}
        record={record}
      />
      <ChecksField
        form={form}
        name="concerns"
        label={wellbeingRecord.labels.concerns}
        hint="Tick every concern that was found; tick none if there was none"
        options={concerns}
        current={record?.concerns}
      />
      <RedFlagFields form={form} meant={meant} />
    </RecordForm>
  )
}

/** A wellbeing assessment of this pathway with its list of concerns; 0 adds one. */
export const WellbeingScreen = recordScreen('wellbeing', 'wellbeingId', WellbeingForm)
