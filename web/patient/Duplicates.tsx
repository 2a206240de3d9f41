import { Link } from '@tanstack/react-router'
import { Button } from 'nhsuk-react-components'
import { useEffect, useRef } from 'react'
import { formatDate, formatName, formatNhsNumber, orNotRecorded } from '../../contract/format.ts'
import type { LikelyDuplicate } from '../../contract/patient.ts'

/** Shown before a second record of one person could be made; the person at the screen decides (trust CS-2). */
export const Duplicates = ({
  found,
  onNew,
  onBack,
}: {
  found: LikelyDuplicate[]
  onNew: () => void
  onBack: () => void
}) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="sf-card" aria-labelledby="duplicates">
      <h2 className="nhsuk-heading-m" id="duplicates" ref={heading} tabIndex={-1}>
        Is it one of these people?
      </h2>
      <p>They are registered already and look like the person you are registering.</p>
      <table className="sf-table">
        <thead>
          <tr>
            <th scope="col">Patient</th>
            <th scope="col">Date of birth</th>
            <th scope="col">NHS number</th>
            <th scope="col">Postcode</th>
            <th scope="col">Action</th>
          </tr>
        </thead>
        <tbody>
          {found.map((person) => (
            <tr key={person.id}>
              <th scope="row">{formatName(person)}</th>
              <td>{formatDate(person.dateOfBirth)}</td>
              <td className="sf-nowrap">{formatNhsNumber(person.nhsNumber)}</td>
              <td>{orNotRecorded(person.postcode)}</td>
              <td>
                <Link
                  className="sf-button"
                  to="/falls/patient/view"
                  search={{ id: person.id }}
                  aria-label={`Open ${formatName(person)}`}
                >
                  Open
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="sf-actions">
        <Button type="button" onClick={onNew}>
          None of these: register a new patient
        </Button>
        <Button secondary type="button" onClick={onBack}>
          Go back to the form
        </Button>
      </div>
    </section>
  )
}
