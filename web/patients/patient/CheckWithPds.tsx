import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { comparePerson, type Accepted, type Compared } from '../../../contract/exchange/pds/compare.ts'
import {
  checkPatient,
  outcomeTitles,
  type PdsPerson,
  type TraceReply,
} from '../../../contract/exchange/pds/pds.ts'
import type { PatientView } from '../../../contract/patients/patient.ts'
import { call } from '../../platform/calls/api.ts'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { useMay } from '../../platform/session/session.ts'
import { useAttempt } from '../../platform/ui/useAttempt.tsx'
import { useFocusedHeading } from '../../platform/ui/useFocusedHeading.ts'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'
import { usePatient } from '../frames/PatientFrame.tsx'
import { Words } from '../pds/Choices.tsx'
import { InventedAnswers, NobodyFound, NumberTaken, PersonNotices } from '../pds/PdsNotices.tsx'
import { usePds } from '../pds/usePds.ts'
import { bringDeath } from './broughtDeath.ts'
import { savePart } from './usePatientSave.ts'

/** The button that compares the patient with PDS, and what came of it; both are nothing where PDS is not set up. */
export const useCheckWithPds = (): { button: ReactNode; result: ReactNode } => {
  const pds = usePds()
  const { id } = usePatient()
  const [reply, setReply] = useState<TraceReply | null>(null)
  const { problem, attempt } = useAttempt()
  if (pds === 'off') return { button: null, result: null }
  const check = () =>
    attempt(async () => {
      setReply(null)
      setReply(await call(checkPatient, { patientId: id }))
      await forgetAfterSave()
    })
  return {
    button: <WorkButton work={check}>Check with PDS</WorkButton>,
    result: (
      <>
        {problem}
        {reply !== null && <Result key={reply.traceId} reply={reply} close={() => setReply(null)} />}
      </>
    ),
  }
}

const Result = ({ reply, close }: { reply: TraceReply; close: () => void }) => {
  const heading = useFocusedHeading()
  const { person } = reply
  return (
    <section className="sf-card sf-part" aria-labelledby="pds-check">
      <h2 className="nhsuk-heading-s" id="pds-check" ref={heading} tabIndex={-1}>
        {person === null ? outcomeTitles[reply.outcome] : 'Compared with PDS'}
      </h2>
      <InventedAnswers />
      <NobodyFound reply={reply} />
      {person !== null && <Differences reply={reply} person={person} />}
      <p className="sf-actions">
        <button type="button" className="sf-button" onClick={close}>
          Close
        </button>
      </p>
    </section>
  )
}

const Differences = ({ reply, person }: { reply: TraceReply; person: PdsPerson }) => {
  const patient = usePatient()
  const { problem, attempt } = useAttempt()
  const rows = comparePerson(patient, patient.names, person).filter(({ isSame }) => !isSame)
  const isDeathNew =
    person.death !== null &&
    (person.death.day === null ? patient.deceasedDate === null : person.death.day !== patient.deceasedDate)
  const accept = (row: Compared) =>
    attempt(async () => {
      try {
        await savePart(patient, { ...savedWith(row.accept ?? {}, row), pdsTraceId: reply.traceId })
      } finally {
        // Also when somebody else has saved meanwhile: what is compared is what is stored now.
        await forgetAfterSave()
      }
    }, `${row.label}: saved as PDS says`)
  return (
    <>
      <NumberTaken reply={reply} patientId={patient.id} />
      <PersonNotices
        person={{
          ...person,
          death: isDeathNew ? person.death : null,
          // Said until the new number is accepted.
          supersededNumber: patient.nhsNumber === person.nhsNumber ? null : person.supersededNumber,
        }}
        death={<RecordDeath patient={patient} person={person} />}
        sensitive={<Restrict patient={patient} />}
      />
      {rows.length === 0 ? (
        <p>{isDeathNew ? 'Nothing else differs.' : 'Nothing differs from what PDS says.'}</p>
      ) : (
        <table className="sf-compare sf-compare--records">
          <caption className="nhsuk-u-visually-hidden">What differs</caption>
          <thead>
            <tr>
              <td />
              <th scope="col">Here</th>
              <th scope="col">PDS</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.part}>
                <th scope="row">{row.label}</th>
                <td translate="no">
                  <Words row={row} side="ours" />
                </td>
                <td translate="no">
                  <Words row={row} side="theirs" />
                  {row.accept !== null && !(row.part === 'nhsNumber' && reply.isTaken) && (
                    <p className="sf-actions">
                      <WorkButton work={() => accept(row)} label={`Accept ${row.label} of PDS`}>
                        Accept
                      </WorkButton>
                    </p>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {problem}
    </>
  )
}

/** What else must change with a value that is accepted. */
const savedWith = (values: Accepted, { part }: Compared) => ({
  ...values,
  ...(part === 'nhsNumber' ? { nhsNumberUnknown: false } : {}),
  // The branch belongs to the practice, and the note to the number.
  ...(part === 'registeredGP' ? { registeredGP_Branch: null } : {}),
  ...(part.startsWith('phone') ? { [`${part}Note`]: null } : {}),
})

const RecordDeath = ({ patient: { id }, person }: { patient: PatientView; person: PdsPerson }) => (
  <p>
    <Link
      to="/falls/patient/deceased"
      search={{ id }}
      onClick={() => bringDeath(id, person.death?.day ?? null)}
    >
      Record the death
    </Link>
    . Nothing is saved before you confirm it there.
  </p>
)

const Restrict = ({ patient: { id, flags } }: { patient: PatientView }) => {
  const mayRestrict = useMay('record.restrict')
  const isRestricted = flags.some(({ kind }) => kind === 'restricted')
  return (
    <>
      <p>What this record says of address, telephone and practice stays, and is shown as before.</p>
      <p>
        {isRestricted ? (
          'The record is restricted already. '
        ) : mayRestrict ? (
          <Link to="/falls/patient/restriction" search={{ id }}>
            Restrict who may open this record
          </Link>
        ) : (
          'Ask a Team Lead or Information Governance to restrict who may open this record. '
        )}{' '}
        <Link to="/falls/patient/flags" search={{ id }}>
          Add a flag
        </Link>
      </p>
    </>
  )
}
