import { formatDate, formatName } from '../../../contract/platform/words/format.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import { deceasedForm } from '../../../contract/patients/patient.ts'
import { DateField } from '../../platform/ui/DateField.tsx'
import { CheckboxField } from '../../platform/ui/CheckboxField.tsx'
import { messageOf } from '../../platform/ui/fields.tsx'
import { useConfirm } from '../../platform/ui/useConfirm.tsx'
import { useBroughtDeath } from './broughtDeath.ts'
import { PartFrame } from './PartFrame.tsx'
import { usePatient } from '../frames/PatientFrame.tsx'
import { savePart } from './usePatientSave.ts'

/**
 * Recording a death asks for confirmation, with the patient's name: it removes the patient from every list except
 * awaiting discharge (CS-1, CS-7).
 */
export const Deceased = () => {
  const patient = usePatient()
  const { ask, dialog } = useConfirm()
  const said = useBroughtDeath(patient.id)
  const name = formatName({ ...patient, namePrefix: patient.names.namePrefix })
  return (
    <>
      <PartFrame
        part="deceased"
        title="Deceased"
        hint={
          said === null
            ? 'Leave the date empty to say that the person is living.'
            : 'PDS gives this date of death. Save it only if it is right.'
        }
        schema={deceasedForm}
        valuesOf={({ deceasedDate }) => ({
          deceasedDate: deceasedDate ?? said ?? '',
          deathBeforeRecordsConfirmed: false,
        })}
        send={savePart}
        confirm={async ({ deceasedDate, deathBeforeRecordsConfirmed }) =>
          !deceasedDate ||
          ask({
            title: 'Record a death?',
            confirm: 'Yes, record the death',
            says: (
              <p>
                {name} died on {formatDate(deceasedDate)}. Open referrals will wait for discharge only, and
                nobody will be asked to call.
                {deathBeforeRecordsConfirmed && ' Records after this day stay as they are.'}
              </p>
            ),
          })
        }
      >
        {(form) => (
          <>
            <DateField form={form} name="deceasedDate" label={labels.patient.deceasedDate} />
            {(messageOf(form, 'deathBeforeRecordsConfirmed') !== '' ||
              form.getValues('deathBeforeRecordsConfirmed') === true) && (
              <CheckboxField
                form={form}
                name="deathBeforeRecordsConfirmed"
                label="Record it although there are records after the patient died"
              />
            )}
          </>
        )}
      </PartFrame>
      {dialog}
    </>
  )
}
