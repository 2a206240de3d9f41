import { Link } from '@tanstack/react-router'
import type { ComposedLetter } from '../../../contract/care/letters/letter.ts'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { useLetterPlace } from './useLetterPlace.ts'

interface AppointmentChoicesProps {
  appointments: NonNullable<ComposedLetter['appointments']>
  choose: (id: number) => void
}

/** The appointments that a letter can be about. */
export const AppointmentChoices = ({ appointments, choose }: AppointmentChoicesProps) =>
  appointments.length === 0 ? (
    <p>
      There is no appointment for this letter. An invitation needs a future one, and a letter about a missed
      one needs one that was marked as missed.
    </p>
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
  )

/** Asks which appointment the letter is about; its day, time, location and clinician go into the letter. */
export const ChooseAppointment = ({ title, ...choices }: AppointmentChoicesProps & { title: string }) => {
  const { section } = useLetterPlace()
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <AppointmentChoices {...choices} />
      <Link to="/falls/pathway/view" search={{ ...section, section: 'appointments' }}>
        To the appointments
      </Link>
    </>
  )
}
