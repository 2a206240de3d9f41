import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatDate, formatDateTime, orNotRecorded } from '../../contract/format.ts'
import { fratPrompt } from '../../contract/records/frat.ts'
import { useMay } from '../session.ts'
import { PageTitle } from '../ui/PageTitle.tsx'
import { useScrollToSection } from '../ui/useScrollToSection.ts'
import { usePathway } from './PathwayFrame.tsx'
import { StageStrip } from './StageStrip.tsx'
import { timelineOf } from './timeline.ts'

/** The whole pathway on one page: stage, sections with Add in place, and what happened. */
export const PathwayScreen = () => {
  const view = usePathway()
  const { pathway, patient, stage, frat } = view
  const { section } = useSearch({ strict: false }) as { section?: string }
  useScrollToSection(section)
  const mayRefer = useMay('pathway.write')
  const mayRecord = useMay('clinical.write') && stage.open
  const here = { id: pathway.id, patientId: patient.id }
  return (
    <>
      <div className="sf-pathway__head">
        <PageTitle>Pathway</PageTitle>
        <Link to="/falls/patient/view" search={{ id: patient.id }}>
          Patient details
        </Link>
      </div>
      <StageStrip stage={stage} />
      <div className="sf-pathway">
        <nav className="sf-index" aria-label="Sections of this pathway">
          <ul>
            <li>
              <a href="#referral">Referral</a>
            </li>
            <li>
              <a href="#frat">
                FRAT <span>{frat.length}</span>
              </a>
            </li>
            <li>
              <a href="#history">Timeline</a>
            </li>
          </ul>
        </nav>
        <div className="sf-pathway__sections">
          <Section
            id="referral"
            title="Referral"
            action={
              mayRefer &&
              stage.open && (
                <Link
                  className="sf-button"
                  to="/falls/pathway/referral"
                  search={here}
                  aria-label="Edit referral"
                >
                  Edit
                </Link>
              )
            }
          >
            <dl className="sf-pairs">
              <div>
                <dt>Referral date</dt>
                <dd>{formatDate(pathway.referralDate)}</dd>
              </div>
              <div>
                <dt>Referrer</dt>
                <dd>{orNotRecorded(pathway.names.referrer)}</dd>
              </div>
              <div>
                <dt>Method</dt>
                <dd>{orNotRecorded(pathway.names.referralMethod)}</dd>
              </div>
              <div>
                <dt>Recorded</dt>
                <dd>
                  {formatDateTime(pathway.recordedAt)} {pathway.recordedBy}
                </dd>
              </div>
            </dl>
          </Section>
          <Section
            id="frat"
            title="FRAT"
            note="Nandy 2004, five items"
            action={
              mayRecord && (
                <Link
                  className="sf-button"
                  to="/falls/pathway/frat/$fratId"
                  params={{ fratId: '0' }}
                  search={here}
                  aria-label="Add FRAT"
                >
                  Add
                </Link>
              )
            }
          >
            {frat.length === 0 ? (
              <p className="sf-quiet">No FRAT yet.</p>
            ) : (
              <div className="sf-scroll" role="region" aria-label="FRAT assessments" tabIndex={0}>
                <table className="sf-table">
                  <thead>
                    <tr>
                      <th scope="col">Date</th>
                      <th scope="col">Score</th>
                      <th scope="col">Team member</th>
                      <th scope="col">Location</th>
                      <th scope="col">Discharged to</th>
                      <th scope="col">Recorded</th>
                      {mayRecord && <th scope="col">Action</th>}
                    </tr>
                  </thead>
                  <tbody>
                    {frat.map((record) => (
                      <tr key={record.id}>
                        <td className="sf-nowrap">{formatDate(record.assessmentDate)}</td>
                        <td>
                          <strong>{record.fratScore}</strong> of 5.{' '}
                          <span className="sf-quiet">{fratPrompt(record.fratScore)}</span>
                        </td>
                        <td>{record.names.teamMember}</td>
                        <td>{record.names.location}</td>
                        <td className={record.names.dischargedTo === null ? 'sf-missing sf-nowrap' : ''}>
                          {orNotRecorded(record.names.dischargedTo)}
                        </td>
                        <td>
                          <span className="sf-nowrap">{formatDateTime(record.recordedAt)}</span>{' '}
                          {record.recordedBy}
                        </td>
                        {mayRecord && (
                          <td>
                            <Link
                              className="sf-button"
                              to="/falls/pathway/frat/$fratId"
                              params={{ fratId: String(record.id) }}
                              search={here}
                              aria-label={`Edit FRAT of ${formatDate(record.assessmentDate)}`}
                            >
                              Edit
                            </Link>
                          </td>
                        )}
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            )}
          </Section>
        </div>
        <aside className="sf-timeline" id="history" aria-labelledby="history-title">
          <h2 className="nhsuk-heading-s" id="history-title">
            Timeline
          </h2>
          <ol>
            {timelineOf(view).map((event) => (
              <li key={event.key}>
                <span className="sf-timeline__when">{event.when}</span>
                <span>{event.what}</span>
                {event.by !== null && <span className="sf-quiet"> {event.by}</span>}
              </li>
            ))}
          </ol>
        </aside>
      </div>
    </>
  )
}

const Section = ({
  id,
  title,
  note,
  action,
  children,
}: {
  id: string
  title: string
  note?: string
  action?: ReactNode
  children: ReactNode
}) => (
  <section className="sf-card sf-part" id={id} aria-labelledby={`${id}-title`}>
    <div className="sf-part__head">
      <h2 className="nhsuk-heading-s" id={`${id}-title`}>
        {title} {note !== undefined && <span className="sf-part__note">{note}</span>}
      </h2>
      {action}
    </div>
    {children}
  </section>
)
