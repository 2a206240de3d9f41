import { Link } from '@tanstack/react-router'
import { Button } from 'nhsuk-react-components'
import { useEffect, useRef, type ReactNode } from 'react'
import { formatDate, formatName, formatNhsNumber, orNotRecorded } from '../../contract/format.ts'
import type { DuplicateCheck } from './useDuplicates.ts'

/** A form that registers somebody, or in its place those who may be the same person; what was typed stays. */
export const DuplicatesOr = ({ check, children }: { check: DuplicateCheck; children: ReactNode }) => (
  <>
    {check.found.length > 0 && <Duplicates check={check} />}
    <div hidden={check.found.length > 0}>{children}</div>
  </>
)

const Duplicates = ({ check: { found, goOn, goBack } }: { check: DuplicateCheck }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="sf-card" aria-labelledby="duplicates">
      <h2 className="nhsuk-heading-m" id="duplicates" ref={heading} tabIndex={-1}>
        {found.length === 1 ? 'Is it this person?' : 'Is it one of these people?'}
      </h2>
      <p>
        {found.length === 1 ? 'This person is' : 'They are'} registered already and may be the patient you are
        registering. Nothing is saved yet.
      </p>
      <ul className="sf-people">
        {found.map((person) => (
          <li key={person.id}>
            <strong>{formatName(person)}</strong>
            <span className="sf-nowrap">Born {formatDate(person.dateOfBirth)}</span>
            <span className="sf-nowrap">NHS No. {formatNhsNumber(person.nhsNumber)}</span>
            <span className="sf-nowrap">Postcode {orNotRecorded(person.postcode)}</span>
            <Link
              className="sf-button"
              to="/falls/patient/view"
              search={{ id: person.id }}
              aria-label={`Open ${formatName(person)}`}
            >
              Open
            </Link>
          </li>
        ))}
      </ul>
      <div className="sf-actions">
        <Button type="button" onClick={goOn}>
          {found.length === 1 ? 'Somebody else' : 'None of these'}: register a new patient
        </Button>
        <Button secondary type="button" onClick={goBack}>
          Go back to the form
        </Button>
      </div>
    </section>
  )
}
