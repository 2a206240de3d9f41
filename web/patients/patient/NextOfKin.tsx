import { nextOfKinForm, saveNextOfKin } from '../../../contract/patients/patient.ts'
import { call } from '../../platform/calls/api.ts'
import { useCreateKey } from '../../platform/ui/useCreateKey.ts'
import { NextOfKinFields } from './NextOfKinFields.tsx'
import { PartFrame } from './PartFrame.tsx'
import { usePatient } from '../frames/PatientFrame.tsx'
import { typedTelephone } from '../../../contract/platform/fields/telephone.ts'

export const NextOfKin = () => {
  const { nextOfKin } = usePatient()
  const create = useCreateKey()
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
        phoneNumber: typedTelephone(nextOfKin?.phoneNumber, nextOfKin?.phoneNumberNote),
      })}
      send={({ id: patientId, nextOfKin: known }, values) => {
        if (known === null)
          return create((options) => call(saveNextOfKin, { id: 0, patientId, ...values }, options))
        const { id, version } = known
        return call(saveNextOfKin, { id, version, patientId, ...values })
      }}
    >
      {(form) => <NextOfKinFields form={form} autoFocus stored={nextOfKin} />}
    </PartFrame>
  )
}
