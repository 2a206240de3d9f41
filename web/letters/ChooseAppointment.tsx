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
          <p>This referral has no appointment that such a letter can be about. Record it first.</p>
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
