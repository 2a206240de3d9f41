import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { carriedForms, carriedNames, type CarriedForm } from '../../../../contract/care/visits/carried.ts'
import { formatBorn, formatDate, formatName } from '../../../../contract/platform/words/format.ts'
import { ShowPathway } from '../../../patients/frames/PathwayFrame.tsx'
import { AskWhenRefused } from '../../../patients/frames/AskWhenRefused.tsx'
import { lazyPart } from '../../../platform/ui/lazyScreen.tsx'
import { PageTitle } from '../../../platform/ui/PageTitle.tsx'
import { PatientBanner } from '../../../platform/ui/PatientBanner.tsx'
import { millisecondsOf } from '../store/clock.ts'
import type { OpenPack } from '../store/openPack.ts'
import { toVisit } from '../address.ts'
import { check, useIsChecked, visitKey } from './checked.ts'
import { takenInWords } from './takenInWords.ts'
import { VisitChanges } from './VisitChanges.tsx'
import { VisitSummary } from './VisitSummary.tsx'

/** All forms at once, and at once: without a signal nothing could be loaded any more. */
export const VisitForm = lazyPart('VisitForm', () => import('./VisitForm.tsx'))

interface VisitScreenProps {
  open: OpenPack
  number: number
  /** The form that is open, if any. */
  form: CarriedForm | null
  /** The record that it changes (address.ts). */
  record: number
}

/** One visit: who it is, what is known, and its forms. */
export const VisitScreen = ({ open, number, form, record }: VisitScreenProps) => {
  const visit = open.pack.visits[number]
  const key = visitKey(open.pack, number)
  const isChecked = useIsChecked(key)
  const [readAt] = useState(() => millisecondsOf(open.pack.madeAt))
  if (visit === undefined) return null
  const { view } = visit
  const { patient, flags, doNotCall } = view
  return (
    <ShowPathway shown={{ patient, flags, doNotCall, view, readAt }}>
      <AskWhenRefused patientId={patient.id} flags={flags}>
        <PatientBanner patient={patient} flags={flags} doNotCall={doNotCall} mayRing link={null} />
        <p className="sf-quiet sf-visits__age">
          {takenInWords(open.pack)}. What was recorded since is not here.
        </p>
        <div role="status">
          <VisitChanges pack={open.pack} number={number} />
        </div>
        {!isChecked ? (
          <Door
            onTick={() => check(key)}
            name={formatName({ ...patient, namePrefix: patient.names.namePrefix })}
            born={formatBorn(patient.dateOfBirth)}
          />
        ) : form !== null ? (
          <Suspense>
            <VisitForm key={`${form} ${record}`} open={open} at={{ visit: number, form, record }} />
          </Suspense>
        ) : (
          <>
            <PageTitle tab="Visit">{`Visit at ${visit.startTime}, ${formatDate(visit.appointmentDate)}`}</PageTitle>
            <Forms number={number} />
            <VisitSummary view={view} number={number} />
          </>
        )}
        {(form === null || !isChecked) && (
          <p>
            <Link to="/visits">All visits</Link>
          </p>
        )}
      </AskWhenRefused>
    </ShowPathway>
  )
}

/** Nothing can be written before somebody has looked who is in front of them. */
const Door = ({ onTick, name, born }: { onTick: () => void; name: string; born: string }) => (
  <>
    <PageTitle tab="Visit">Who is this?</PageTitle>
    <div className="nhsuk-checkboxes">
      <div className="nhsuk-checkboxes__item">
        <input
          id="this-is-the-person"
          className="nhsuk-checkboxes__input"
          type="checkbox"
          onChange={onTick}
        />
        <label className="nhsuk-label nhsuk-checkboxes__label" htmlFor="this-is-the-person" translate="no">
          This is the person: {name}, born {born}
        </label>
      </div>
    </div>
    <p className="sf-quiet">
      Ask for name and date of birth at the door. The forms open when this is ticked.
    </p>
  </>
)

const Forms = ({ number }: { number: number }) => (
  <nav aria-label="Forms of the visit">
    <ul className="sf-visits__forms">
      {carriedNames.map((name: CarriedForm) => (
        <li key={name}>
          <Link className="sf-button" to="/visits" search={toVisit(number, name)}>
            {carriedForms[name].title}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
