import { Link } from '@tanstack/react-router'
import { Button } from 'nhsuk-react-components'
import { type ReactNode } from 'react'
import { unlessWithheld } from '../../../contract/platform/calls/withheld.ts'
import {
  formatDate,
  formatName,
  formatNhsNumber,
  orNotRecorded,
} from '../../../contract/platform/words/format.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import { digitsOf } from '../../../contract/platform/fields/nhsNumber.ts'
import type { LikelyDuplicate } from '../../../contract/platform/calls/likelyDuplicate.ts'
import { inCommon } from '../../../contract/patients/search/possibleDuplicate.ts'
import type { DuplicateCheck } from './useDuplicates.ts'
import { useFocusedHeading } from '../../platform/ui/useFocusedHeading.ts'

/** What the user typed about the person. */
export interface TypedPerson {
  familyName: string
  firstName: string
  dateOfBirth: string
  nhsNumber: string
  /** Only if the form asks for it. */
  postcode?: string
}

interface DuplicatesProps {
  check: DuplicateCheck
  typed: () => TypedPerson
}

/** A form that registers a person, or in its place the patients who may be the same person. What was typed stays. */
export const DuplicatesOr = ({ check, typed, children }: DuplicatesProps & { children: ReactNode }) => (
  <>
    {check.found.length > 0 && <Duplicates check={check} typed={typed} />}
    <div hidden={check.found.length > 0}>{children}</div>
  </>
)

/** Opening a registered patient is the first and largest choice; creating a second record of one person is the last. */
const Duplicates = ({ check: { found, goOn, goBack }, typed }: DuplicatesProps) => {
  const heading = useFocusedHeading()
  const isOne = found.length === 1
  return (
    <section className="sf-card" aria-labelledby="duplicates">
      <h2 className="nhsuk-heading-m" id="duplicates" ref={heading} tabIndex={-1}>
        {isOne ? 'Is it this person?' : 'Is it one of these people?'}
      </h2>
      <p>
        {isOne ? 'This person is' : 'They are'} registered already and may be the patient you are registering.
        Nothing is saved yet. If it is the same person, open the record that is there; what you typed is
        offered again if you come back to the form.
      </p>
      <ul className="sf-people">
        {found.map((person) => (
          <li key={person.id}>
            <Comparison person={person} typed={typed()} />
            {person.reasons !== undefined && person.reasons.length > 0 && (
              <p>In common: {inCommon(person.reasons)}</p>
            )}
            {/* The form keeps what was typed, so there is no question whether to lose it. */}
            <Link className="nhsuk-button" to="/falls/patient/view" search={{ id: person.id }} ignoreBlocker>
              Open <span className="nhsuk-u-visually-hidden">{formatName(person)}</span>
            </Link>
          </li>
        ))}
      </ul>
      <div className="sf-actions">
        <Button secondary type="button" onClick={goBack}>
          Go back to the form
        </Button>
        <button type="button" className="sf-link" onClick={goOn}>
          {isOne ? 'Somebody else' : 'None of these'}: register a new patient
        </button>
      </div>
    </section>
  )
}

/**
 * Compares what was typed with what is registered. Differences are named in words, because colour alone says nothing.
 */
const Comparison = ({ person, typed }: { person: LikelyDuplicate; typed: TypedPerson }) => {
  const number = digitsOf(typed.nhsNumber)
  const rows: [what: string, typed: string, registered: string, isAsked: boolean][] = [
    ['Name', formatName({ ...typed, namePrefix: null }), formatName({ ...person, namePrefix: null }), true],
    [
      labels.patient.dateOfBirth,
      formatDate(typed.dateOfBirth),
      formatDate(person.dateOfBirth),
      typed.dateOfBirth !== '' && person.dateOfBirth !== null,
    ],
    [
      labels.patient.nhsNumber,
      formatNhsNumber(number),
      formatNhsNumber(person.nhsNumber),
      number !== '' && person.nhsNumber !== null,
    ],
    [
      labels.patient.postcode,
      typed.postcode === undefined ? 'Not asked yet' : orNotRecorded(typed.postcode),
      orNotRecorded(unlessWithheld(person, person.postcode)),
      Boolean(typed.postcode) && person.postcode !== null,
    ],
  ]
  return (
    <table className="sf-table sf-compare">
      <caption translate="no">{formatName(person)}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">You typed</th>
          <th scope="col">Registered</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([what, one, other, isAsked]) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td>{one}</td>
            <td>
              {other}
              {isAsked && one.toLowerCase() !== other.toLowerCase() && <strong> differs</strong>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
