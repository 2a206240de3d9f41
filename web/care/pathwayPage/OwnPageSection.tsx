import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { useMay } from '../../platform/session/session.ts'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { isWorking, linkInWords, ownerInWords } from '../person/linkInWords.ts'
import { personLinksQuery } from '../person/linkQueries.ts'
import { Section } from './Section.tsx'

/** Whether the person has a link to a page of their own. Hidden from people outside, and where there are no such pages. */
export const OwnPageSection = () => (useMay('patient.write') ? <OwnPage /> : null)

const OwnPage = () => {
  const { pathway, patient } = usePathway()
  const { data, error, refetch } = useQuery(personLinksQuery(patient.id))
  if (data?.isServed === false) return null
  const working = data?.links.filter((link) => isWorking(link)) ?? []
  const [latest] = data?.links ?? []
  return (
    <Section
      id="ownPage"
      title="Own page"
      line={
        data === undefined || working.length > 0
          ? undefined
          : latest === undefined
            ? 'No link was given yet.'
            : `No link works. The last one: ${linkInWords(latest)}`
      }
      action={
        data !== undefined && (
          <Link
            className="sf-button"
            to="/falls/pathway/own-page"
            search={{ id: pathway.id, patientId: patient.id }}
            aria-label={working.length === 0 ? 'Give a link to the own page' : 'Links to the own page'}
          >
            {working.length === 0 ? 'Give a link' : 'Links'}
          </Link>
        )
      }
    >
      {data === undefined && <LoadingOrFailed what="own page" error={error} refetch={refetch} />}
      {working.map((link) => (
        <p key={link.id}>
          {ownerInWords(link)} {linkInWords(link)}
        </p>
      ))}
    </Section>
  )
}
