import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ClinicRow } from '../../../contract/care/clinics/clinic.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
import { appointmentTypeTitle } from '../../../contract/pathways/records/appointment.ts'
import { useMay } from '../../platform/session/session.ts'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { StackedTable } from '../../platform/ui/StackedTable.tsx'
import { clinicsQuery } from './clinicQueries.ts'
import { patternInWords } from './inWords.ts'

/** All clinics and rounds, with what is free. */
export const ClinicsScreen = () => {
  const { data: clinics, error, refetch } = useQuery(clinicsQuery)
  const mayWrite = useMay('class.write')
  const isOver = ({ lastDate }: ClinicRow): boolean => lastDate !== null && lastDate < today()
  return (
    <>
      <div className="sf-list__head">
        <PageTitle>Clinics and rounds</PageTitle>
        {mayWrite && (
          <Link className="sf-button" to="/falls/clinic-edit/$clinicId" params={{ clinicId: '0' }}>
            Add clinic
          </Link>
        )}
      </div>
      {clinics === undefined ? (
        <LoadingOrFailed what="clinics" shape="list" error={error} refetch={refetch} />
      ) : (
        <>
          <Clinics
            title="Going on"
            clinics={clinics.filter((each) => !isOver(each))}
            none="There is no clinic yet. A clinic is a weekly pattern of slots, such as every Monday morning."
          />
          <Clinics title="Over" clinics={clinics.filter(isOver)} none={null} />
        </>
      )}
    </>
  )
}

interface ClinicsProps {
  title: string
  clinics: readonly ClinicRow[]
  none: string | null
}

const Clinics = ({ title, clinics, none }: ClinicsProps) => {
  if (clinics.length === 0) return none === null ? null : <p>{none}</p>
  return (
    <section className="sf-card sf-part" aria-labelledby={`clinics-${title}`}>
      <h2 className="nhsuk-heading-m" id={`clinics-${title}`}>
        {title}
      </h2>
      <div className="sf-scroll" role="region" aria-label={`${title}, table`} tabIndex={0}>
        <StackedTable
          rows={clinics}
          keyOf={({ id }) => id}
          columns={[
            {
              title: 'Name',
              cell: ({ id, name, toMove }) => (
                <div>
                  <Link to="/falls/clinic/$clinicId" params={{ clinicId: String(id) }}>
                    {name}
                  </Link>
                  {toMove > 0 && (
                    <div>
                      <strong>{toMove} to move</strong>
                    </div>
                  )}
                </div>
              ),
            },
            {
              title: 'Kind',
              cell: ({ appointmentType }) => <div>{appointmentTypeTitle(appointmentType)}</div>,
            },
            { title: 'When', cell: (each) => <div>{patternInWords(each)}</div> },
            { title: 'Where', cell: ({ names }) => <div>{names.location}</div> },
            { title: 'Clinician', cell: ({ names }) => <div translate="no">{names.clinician}</div> },
            {
              title: 'Places ahead',
              cell: ({ free, booked, freed }) => (
                <div>
                  {free} free, {booked} booked
                  {freed > 0 && <div>{freed} free again in the next two weeks</div>}
                </div>
              ),
            },
          ]}
        />
      </div>
    </section>
  )
}
