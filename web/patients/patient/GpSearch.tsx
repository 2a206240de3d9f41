import { GpField } from './GpField.tsx'
import { requiredGpChoice } from './gpChoice.ts'
import { PartFrame } from './PartFrame.tsx'
import { usePatient } from '../frames/PatientFrame.tsx'
import { savePart } from './usePatientSave.ts'

export const GpSearch = () => {
  const { names } = usePatient()
  return (
    <PartFrame
      part="gp"
      title="Registered GP"
      hint={
        <>
          Registered now with: {names.registeredGP ?? 'Not Recorded'}
          {names.registeredGP_Branch !== null && `, ${names.registeredGP_Branch}`}
        </>
      }
      schema={requiredGpChoice}
      valuesOf={() => ({ registeredGP: null, registeredGP_Branch: null, unchosen: '' })}
      send={savePart}
    >
      {(form) => (
        <GpField
          form={form}
          label="Find the practice"
          hint="Any word of its name, its code or postcode: type two letters or more, then choose from the list"
          autoFocus
        />
      )}
    </PartFrame>
  )
}
