import { useQuery } from '@tanstack/react-query'
import { labels, optional } from '../../contract/labels.ts'
import { nextOfKinForm, saveNextOfKin } from '../../contract/patient.ts'
import { call } from '../api.ts'
import { lookupQuery } from '../queries.ts'
import { SelectField, TextField } from '../ui/fields.tsx'
import { useCreateKey } from '../ui/useCreateKey.ts'
import { PartFrame } from './PartFrame.tsx'
import { usePatient } from '../frames/PatientFrame.tsx'

export const NextOfKin = () => {
  const { nextOfKin } = usePatient()
  const create = useCreateKey()
  const { data: prefixes } = useQuery(lookupQuery('namePrefix'))
  return (
    <PartFrame
      part="nextofkin"
      title="Next of kin"
      schema={nextOfKinForm}
      valuesOf={({ nextOfKin }) => ({
        familyName: nextOfKin?.familyName ?? '',
        firstName: nextOfKin?.firstName ?? '',
        namePrefix: nextOfKin?.namePrefix == null ? '' : String(nextOfKin.namePrefix),
        relationship: nextOfKin?.relationship ?? '',
        phoneNumber: nextOfKin?.phoneNumber ?? '',
      })}
      send={({ id: patientId, nextOfKin: known }, values) => {
        if (known === null)
          return create((options) => call(saveNextOfKin, { id: 0, patientId, ...values }, options))
        const { id, version } = known
        return call(saveNextOfKin, { id, version, patientId, ...values })
      }}
    >
      {(form) => (
        <>
          <TextField
            form={form}
            name="familyName"
            label={labels.nextOfKin.familyName}
            width={20}
            autoFocus
            autoComplete="off"
          />
          <TextField
            form={form}
            name="firstName"
            label={optional(labels.nextOfKin.firstName)}
            width={20}
            autoComplete="off"
          />
          <SelectField
            form={form}
            name="namePrefix"
            label={optional(labels.nextOfKin.namePrefix)}
            options={prefixes}
            optional
            current={{ id: nextOfKin?.namePrefix ?? null, name: nextOfKin?.names.namePrefix ?? null }}
          />
          <TextField
            form={form}
            name="relationship"
            label={optional(labels.nextOfKin.relationship)}
            width={20}
            autoComplete="off"
          />
          <TextField
            form={form}
            name="phoneNumber"
            label={optional(labels.nextOfKin.phoneNumber)}
            type="tel"
            width={20}
            autoComplete="off"
          />
        </>
      )}
    </PartFrame>
  )
}
