import { addressForm } from '../../../contract/patients/patient.ts'
import { useAddressLookup } from '../../reference/addressLookup/AddressLookup.tsx'
import { AddressFields } from './AddressFields.tsx'
import { ConfirmField } from '../../platform/ui/ConfirmField.tsx'
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
        unusualConfirmed: false,
      })}
      send={savePart}
    >
      {(form) => (
        <>
          <AddressFields form={form} autoFocus={lookup.by !== 'server'} />
          <ConfirmField form={form} name="unusualConfirmed" />
        </>
      )}
    </PartFrame>
  )
}
