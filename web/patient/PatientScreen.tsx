import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { SummaryList, WarningCallout } from 'nhsuk-react-components'
import { useState, type ReactNode } from 'react'
import { formatDate, formatName, formatNhsNumber, orNotRecorded } from '../../contract/format.ts'
import { prePathwayCheck } from '../../contract/patient.ts'
import { stageTitles, type Stage } from '../../contract/pathway/stage.ts'
import { useMay } from '../session.ts'
import { PageTitle } from '../ui/PageTitle.tsx'
import { useScrollToSection } from '../ui/useScrollToSection.ts'
import { BmiPart } from './BmiPart.tsx'
import { usePatient } from './PatientFrame.tsx'

/** Which screen puts a missing part right. */
const screenFor: Record<string, string> = {
  nhsNumber: 'demographics',
  familyName: 'demographics',
  genderId: 'demographics',
  registeredGP: 'gp-search',
}

const closedWords: Record<string, string> = {
  discharged: 'Discharged',
  cancelled: 'Cancelled',
  removed: 'Removed',
}

export const PatientScreen = () => {
  const patient = usePatient()
  const navigate = useNavigate()
  const { section, newReferral } = useSearch({ strict: false }) as { section?: string; newReferral?: boolean }
  const mayWrite = useMay('patient.write')
  const mayRefer = useMay('pathway.write')
  const [isChecked, setChecked] = useState(newReferral === true)
  useScrollToSection(section)
  const missing = isChecked ? prePathwayCheck(patient) : []
  const { nextOfKin, names, id } = patient

  const refer = async (): Promise<void> => {
    setChecked(true)
    if (prePathwayCheck(patient).length === 0)
      await navigate({ to: '/falls/pathway/referral', search: { id: 0, patientId: id, newReferral: true } })
  }

  return (
    <>
      <PageTitle>Patient</PageTitle>
      {missing.length > 0 && (
        <WarningCallout>
          <WarningCallout.Heading>Before a referral can be made</WarningCallout.Heading>
          <ul>
            {missing.map(({ field, message }) => (
              <li key={field}>
                <Link
                  to={`/falls/patient/${screenFor[field] ?? 'demographics'}`}
                  search={{ id, newReferral: true }}
                >
                  {message}
                </Link>
              </li>
            ))}
          </ul>
        </WarningCallout>
      )}
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
        {patient.pathways.length === 0 ? (
          <p>No referral yet.</p>
        ) : (
          <table className="sf-table">
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
      <Part title="Demographics" id="demographics" edit={mayWrite && 'demographics'}>
        <Facts
          rows={[
            ['Name', formatName({ ...patient, namePrefix: names.namePrefix })],
            ['Date of birth', formatDate(patient.dateOfBirth)],
            ['Gender', names.gender],
            ['NHS number', formatNhsNumber(patient.nhsNumber)],
            ['Ethnicity', orNotRecorded(names.ethnicity)],
          ]}
        />
      </Part>
      <Part title="Address" id="address" edit={mayWrite && 'address'}>
        <Facts
          rows={[
            [
              'Address',
              orNotRecorded(
                [patient.addressLine1, patient.addressLine2, patient.addressLine3].filter(Boolean).join(', '),
              ),
            ],
            ['Town', orNotRecorded(patient.town)],
            ['County', orNotRecorded(patient.county)],
            ['Postcode', orNotRecorded(patient.postcode)],
          ]}
        />
      </Part>
      <Part title="Contact" id="contact" edit={mayWrite && 'contact'}>
        <Facts
          rows={[
            ['Home telephone', orNotRecorded(patient.phoneHome)],
            ['Work telephone', orNotRecorded(patient.phoneWork)],
            ['Mobile telephone', orNotRecorded(patient.phoneMobile)],
            ['E-mail', orNotRecorded(patient.email)],
          ]}
        />
      </Part>
      <Part title="Registered GP" id="gp" edit={mayWrite && 'gp-search'}>
        <Facts
          rows={[
            ['Practice', orNotRecorded(names.registeredGP)],
            ['Branch', orNotRecorded(names.registeredGP_Branch)],
          ]}
        />
      </Part>
      <Part title="Next of kin" id="nextofkin" edit={mayWrite && 'nextofkin'}>
        <Facts
          rows={[
            [
              'Name',
              nextOfKin === null
                ? 'Not Recorded'
                : formatName({ familyName: nextOfKin.familyName, firstName: nextOfKin.firstName }),
            ],
            ['Relationship', orNotRecorded(nextOfKin?.relationship)],
            ['Telephone', orNotRecorded(nextOfKin?.phoneNumber)],
          ]}
        />
      </Part>
      <BmiPart />
      <Part title="Consent" id="consent" edit={mayWrite && 'consent'}>
        <Facts
          rows={[
            ['Consent refused on', formatDate(patient.consentRefusedDate)],
            ['Time consent refused', orNotRecorded(patient.timeConsentRefused)],
          ]}
        />
      </Part>
      <Part title="Deceased" id="deceased" edit={mayWrite && 'deceased'}>
        <Facts rows={[['Date of death', formatDate(patient.deceasedDate)]]} />
      </Part>
    </>
  )
}

interface PartProps {
  title: string
  id: string
  edit?: string | false
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
            aria-label={`Edit ${title.toLowerCase()}`}
          >
            Edit
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}

const Facts = ({ rows }: { rows: [string, string][] }) => (
  <SummaryList noBorder className="sf-facts">
    {rows.map(([label, value]) => (
      <SummaryList.Row key={label}>
        <SummaryList.Key>{label}</SummaryList.Key>
        <SummaryList.Value>{value}</SummaryList.Value>
      </SummaryList.Row>
    ))}
  </SummaryList>
)
