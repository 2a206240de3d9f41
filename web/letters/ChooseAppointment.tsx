import { Link } from '@tanstack/react-router'
import { InsetText } from 'nhsuk-react-components'
import type { ComposedLetter } from '../../contract/letters/letter.ts'
import { PageTitle } from '../ui/PageTitle.tsx'
import { useLetterPlace } from './useLetterPlace.ts'

interface ChooseAppointmentProps {
  title: string
  appointments: NonNullable<ComposedLetter['appointments']>
  choose: (id: number) => void
}

/** Which appointment the letter is about: day, time, place and clinician come from it. */
export const ChooseAppointment = ({ title, appointments, choose }: ChooseAppointmentProps) => {
  const { section } = useLetterPlace()
  return (
    <>
      <PageTitle>{title}</PageTitle>
      {appointments.length === 0 ? (
        <InsetText>
          <p>
            There is no appointment for this letter. An invitation needs one that lies ahead, and a letter
            about a missed one needs one that was marked as missed.
          </p>
        </InsetText>
      ) : (
        <>
          <p className="sf-purpose">Choose the appointment that the letter is about.</p>
          <ul className="sf-letter__choices">
            {appointments.map(({ id, words }) => (
              <li key={id}>
                <button type="button" className="sf-button" onClick={() => choose(id)}>
                  {words}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <Link to="/falls/pathway/view" search={{ ...section, section: 'appointments' }}>
        To the appointments
      </Link>
    </>
  )
}
