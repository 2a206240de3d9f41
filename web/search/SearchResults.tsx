import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useMay } from '../session.ts'
import { describeFound, takeNews, useFound } from './found.ts'
import { PatientGrid } from './PatientGrid.tsx'

/** What the latest search found; the heading takes the focus when an answer comes, so that it is heard. */
export const SearchResults = () => {
  const found = useFound()
  const heading = useRef<HTMLHeadingElement>(null)
  const mayRegister = useMay('patient.write')
  useEffect(() => {
    if (found !== null && takeNews()) heading.current?.focus()
  }, [found])
  if (found === null) return null
  const isCut = !/^\d+$/.test(found.total) || Number(found.total) > found.rows.length
  return (
    <section className="sf-card sf-results" aria-labelledby="results">
      <h2 className="nhsuk-heading-m" id="results" ref={heading} tabIndex={-1}>
        {describeFound(found)}
      </h2>
      {isCut && (
        <p>Only the first {found.rows.length} are shown. Refine the search: add a detail to narrow it.</p>
      )}
      {found.rows.length === 0 ? (
        <p>
          Check the spelling, or search by another detail.{' '}
          {mayRegister && (
            <Link to="/falls/patient/demographics" search={{ id: 0, newReferral: true }}>
              Register a new patient
            </Link>
          )}
        </p>
      ) : (
        <PatientGrid
          name="search"
          caption="Patients found"
          rows={found.rows}
          empty="No patients found"
          save={found.save}
        />
      )}
    </section>
  )
}
