import { labels } from '../../contract/labels.ts'
import { addressForm } from '../../contract/patient.ts'
import { AddressLookup, useAddressLookup } from '../addressLookup/AddressLookup.tsx'
import { TextField } from '../ui/fields.tsx'
import { PartFrame } from './PartFrame.tsx'
import { savePart } from './usePatientSave.ts'

export const Address = () => {
  const lookup = useAddressLookup()
  return (
    <PartFrame
      part="address"
      title="Edit address"
      schema={addressForm}
      valuesOf={(patient) => ({
        addressLine1: patient.addressLine1 ?? '',
        addressLine2: patient.addressLine2 ?? '',
        addressLine3: patient.addressLine3 ?? '',
        town: patient.town ?? '',
        county: patient.county ?? '',
        postcode: patient.postcode ?? '',
      })}
      send={savePart}
    >
      {(form) => (
        <>
          <AddressLookup form={form} />
          <TextField
            form={form}
            name="addressLine1"
            label={labels.patient.addressLine1}
            autoFocus={lookup.by !== 'server'}
            autoComplete="off"
          />
          <TextField form={form} name="addressLine2" label={labels.patient.addressLine2} autoComplete="off" />
          <TextField form={form} name="addressLine3" label={labels.patient.addressLine3} autoComplete="off" />
          <TextField form={form} name="town" label={labels.patient.town} width={20} autoComplete="off" />
          <TextField form={form} name="county" label={labels.patient.county} width={20} autoComplete="off" />
          <TextField
            form={form}
            name="postcode"
            label={labels.patient.postcode}
            width={10}
            autoComplete="off"
          />
        </>
      )}
    </PartFrame>
  )
}
