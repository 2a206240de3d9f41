import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { whenOf } from '../../../contract/care/classes/class.ts'
import { transportTitle, type PathwayPlace, type PlanDose } from '../../../contract/care/classes/place.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { classesOfPathwayQuery } from '../classes/classQueries.ts'
import { DoseWords } from '../classes/DoseWords.tsx'
import { placeInWords } from '../classes/inWords.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { useMay } from '../../platform/session/session.ts'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { Sentence } from '../../platform/ui/Sentence.tsx'
import { Section } from './Section.tsx'

/**
 * Places in classes, and hours of exercise compared with the recommendation. Hidden from people outside the service.
 */
export const ClassesSection = () => (useMay('patient.read') ? <Classes /> : null)

const Classes = () => {
  const { pathway, patient, stage } = usePathway()
  const mayRecord = useMay('clinical.write') && stage.open
  const { data, error, refetch } = useQuery(classesOfPathwayQuery(pathway.id))
  const search = { id: pathway.id, patientId: patient.id }
  const isEmpty = data !== undefined && data.places.length + data.plans.length === 0
  return (
    <Section
      id="classes"
      title="Classes and hours"
      line={isEmpty ? 'In no class.' : undefined}
      action={
        mayRecord &&
        data?.mayEnrol === true && (
          <Link className="sf-button" to="/falls/pathway/enrol" search={search}>
            Enrol in a class
          </Link>
        )
      }
    >
      {data === undefined && <LoadingOrFailed what="classes" error={error} refetch={refetch} />}
      {data !== undefined && !isEmpty && (
        <ul className="sf-tasks">
          {data.places.map((place) => (
            <Place key={place.id} place={place} mayRecord={mayRecord} />
          ))}
          {data.plans.map((plan) => (
            <Hours key={plan.exerciseId} plan={plan} mayRecord={mayRecord} />
          ))}
        </ul>
      )}
    </Section>
  )
}

const Place = ({ place, mayRecord }: { place: PathwayPlace; mayRecord: boolean }) => {
  const { pathway, patient } = usePathway()
  const mayOpen = useMay('workList.read')
  const { className, wantedLocation } = place
  return (
    <li>
      <div>
        <p>
          {mayOpen ? (
            <Link to="/falls/class/$classId" params={{ classId: String(place.classId) }}>
              {className}
            </Link>
          ) : (
            className
          )}
          , {whenOf(place)}, {place.location}
        </p>
        <p>
          <strong>{placeInWords(place)}</strong>
          {place.endedHow === null && ` · ${transportTitle(place.transport)}`}
          {place.endedHow === null && wantedLocation !== null && ` · would rather go to ${wantedLocation}`}
        </p>
        {place.leftNote !== null && <p className="sf-text">{place.leftNote}</p>}
      </div>
      {mayRecord && place.endedHow === null && (
        <Link
          className="sf-button"
          to="/falls/pathway/class-leave/$placeId"
          params={{ placeId: String(place.id) }}
          search={{ id: pathway.id, patientId: patient.id }}
          aria-label={`Leave the class: ${className}`}
        >
          Leave
        </Link>
      )}
    </li>
  )
}

const Hours = ({ plan, mayRecord }: { plan: PlanDose; mayRecord: boolean }) => {
  const { pathway, patient } = usePathway()
  const { dose } = plan
  const of = `exercise plan of ${formatDate(plan.exercisePlanDate)}`
  return (
    <li>
      <div>
        <p>
          Hours of exercise{' '}
          <span className="sf-part__note">
            <Sentence>{of}</Sentence>
          </span>
        </p>
        <p>
          <DoseWords facts={dose} />
        </p>
        <p className="sf-quiet">
          {dose.classMinutes} minutes in sessions, {dose.homeMinutes} minutes at home
        </p>
      </div>
      {mayRecord && (
        <Link
          className="sf-button"
          to="/falls/pathway/home-exercise/$exerciseId"
          params={{ exerciseId: String(plan.exerciseId) }}
          search={{ id: pathway.id, patientId: patient.id }}
          aria-label={`Add exercise at home to the ${of}`}
        >
          Exercise at home
        </Link>
      )}
    </li>
  )
}
