import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { prePathwayCheck } from '../../../contract/patients/patient.ts'
import { stageTitles, type Stage } from '../../../contract/stages/stage.ts'
import { useMay } from '../../platform/session/session.ts'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { PrintButton } from '../../platform/ui/PrintButton.tsx'
import { useScrollToSection } from '../../platform/ui/useScrollToSection.ts'
import { useCheckWithPds } from './CheckWithPds.tsx'
import { BmiPart } from './BmiPart.tsx'
import { Facts } from './Facts.tsx'
import { MissingForReferral } from './MissingForReferral.tsx'
import { partFacts, type PartName } from './partFacts.ts'
import { TwoOpen } from './TwoOpen.tsx'
import { usePatient } from '../frames/PatientFrame.tsx'

const closedWords: Record<string, string> = {
  discharged: 'Discharged',
  cancelled: 'Cancelled',
  removed: 'Removed',
}

/** The parts below the referrals, each with the screen that edits it. */
const parts = [
  ['demographics', 'Demographics', 'demographics'],
  ['address', 'Address', 'address'],
  ['contact', 'Contact', 'contact'],
  ['gp', 'Registered GP', 'gp-search'],
  ['nextofkin', 'Next of kin', 'nextofkin'],
  ['consent', 'Consent', 'consent'],
  ['deceased', 'Deceased', 'deceased'],
] as const satisfies readonly (readonly [part: PartName, title: string, screen: string])[]

export const PatientScreen = () => {
  const patient = usePatient()
  const navigate = useNavigate()
  const { section, newReferral } = useSearch({ from: '/falls/patient' })
  const mayWrite = useMay('patient.write')
  const mayRefer = useMay('pathway.write')
  const mayAnswerRequests = useMay('subjectRequest.write')
  const mayConfirm = useMay('retention.confirm')
  const mayRestrict = useMay('record.restrict')
  const seesAll = useMay('patient.read')
  const mayAudit = useMay('report.audit')
  const [isChecked, setChecked] = useState(newReferral === true)
  useScrollToSection(section)
  const missing = isChecked ? prePathwayCheck(patient) : []
  const { id } = patient
  const check = useCheckWithPds()

  const refer = async (): Promise<void> => {
    setChecked(true)
    if (prePathwayCheck(patient).length === 0)
      await navigate({ to: '/falls/pathway/referral', search: { id: 0, patientId: id, newReferral: true } })
  }

  return (
    <>
      <div className="sf-list__head">
        <PageTitle>Patient</PageTitle>
        {mayAudit && (
          <Link className="sf-button" to="/falls/audit" search={{ question: 'patient', patientId: id }}>
            Who opened this patient
          </Link>
        )}
        {mayAnswerRequests && (
          <Link
            className="sf-button"
            to="/falls/patient/subject-request/$requestId"
            params={{ requestId: '0' }}
            search={{ id }}
          >
            Record a subject access request
          </Link>
        )}
        {mayRestrict && (
          <Link className="sf-button" to="/falls/patient/restriction" search={{ id }}>
            Who may open this record
          </Link>
        )}
        {mayConfirm && (
          <Link className="sf-button" to="/falls/patient/retention" search={{ id }}>
            Retention
          </Link>
        )}
        {check.button}
        <PrintButton />
      </div>
      {check.result}
      {missing.length > 0 && <MissingForReferral patientId={id} missing={missing} />}
      <TwoOpen
        patientId={id}
        referrals={patient.pathways
          .filter(({ isOpen }) => isOpen)
          .map((open) => ({ ...open, stage: open.stage as Stage }))}
      />
      <Part
        title="Referrals"
        id="referrals"
        action={
          mayRefer &&
          patient.deceasedDate === null && (
            <button type="button" className="sf-button" onClick={() => void refer()}>
              New referral
            </button>
          )
        }
      >
        {!seesAll && <p className="sf-quiet">Only what your search opened.</p>}
        {patient.pathways.length === 0 ? (
          <>
            <p>No referral yet.</p>
            {mayWrite && (
              <p>
                <Link to="/falls/patient/in-error" search={{ id }}>
                  This patient was registered in error
                </Link>
              </p>
            )}
          </>
        ) : (
          <table className="sf-table sf-referrals">
            <thead>
              <tr>
                <th scope="col">Referral date</th>
                <th scope="col">Stage</th>
                <th scope="col">
                  <span className="nhsuk-u-visually-hidden">Action</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {patient.pathways.map((pathway) => (
                <tr key={pathway.id}>
                  <td>{formatDate(pathway.referralDate)}</td>
                  <td>
                    {stageTitles[pathway.stage as Stage] ?? closedWords[pathway.stage] ?? pathway.stage}
                  </td>
                  <td>
                    <Link
                      className="sf-button"
                      to="/falls/pathway/view"
                      search={{ id: pathway.id, patientId: id }}
                      aria-label={`View referral of ${formatDate(pathway.referralDate)}`}
                    >
                      View
                    </Link>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Part>
      <div className="sf-parts">
        {parts.map(([part, title, screen]) => (
          <Part key={part} title={title} id={part} edit={mayWrite && screen}>
            <Facts rows={partFacts[part](patient)} />
          </Part>
        ))}
      </div>
      <BmiPart />
    </>
  )
}

interface PartProps {
  title: string
  id: string
  edit?: (typeof parts)[number][2] | false
  action?: ReactNode
  children: ReactNode
}

const Part = ({ title, id, edit, action, children }: PartProps) => {
  const patient = usePatient()
  return (
    <section className="sf-card sf-part" id={id} aria-labelledby={`${id}-title`}>
      <div className="sf-part__head">
        <h2 className="nhsuk-heading-s" id={`${id}-title`}>
          {title}
        </h2>
        {action}
        {edit && (
          <Link
            className="sf-button"
            to={`/falls/patient/${edit}`}
            search={{ id: patient.id }}
            aria-label={`Edit ${title.slice(0, 1).toLowerCase()}${title.slice(1)}`}
          >
            Edit
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}
