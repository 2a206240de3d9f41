import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { endPersonLink, type PersonLink } from '../../../contract/care/person/link.ts'
import { formatDateTime } from '../../../contract/platform/words/format.ts'
import { call } from '../../platform/calls/api.ts'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { CancelLink } from '../../platform/ui/CancelLink.tsx'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { useAttempt } from '../../platform/ui/useAttempt.tsx'
import { useConfirm } from '../../platform/ui/useConfirm.tsx'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'
import { GiveLink } from './GiveLink.tsx'
import { isWorking, linkInWords, ownerInWords, wayTitles } from './linkInWords.ts'
import { personLinksQuery } from './linkQueries.ts'
import { PaperLink } from './PaperLink.tsx'

/** The links to a person's own page: given, printed and ended here. */
export const OwnPageScreen = () => {
  const { pathway, patient } = usePathway()
  const { paper } = useSearch({ from: '/falls/pathway/own-page' })
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(personLinksQuery(patient.id))
  const here = { id: pathway.id, patientId: patient.id }
  const print = (id: number) => navigate({ to: '/falls/pathway/own-page', search: { ...here, paper: id } })
  return (
    <>
      <div className="sf-off-paper">
        <PageTitle>Own page</PageTitle>
        <p className="sf-purpose">
          A page on which the person sees appointments and letters and answers questions. It shows nothing
          clinical.
        </p>
      </div>
      {paper !== undefined && <PaperLink id={paper} />}
      <div className="sf-off-paper">
        {data === undefined ? (
          <LoadingOrFailed what="links" error={error} refetch={refetch} />
        ) : data.isServed ? (
          <>
            {data.links.length > 0 && <Links links={data.links} onPrint={print} />}
            {paper === undefined && <GiveLink isAtRisk={data.isAtRisk} onPrint={print} />}
          </>
        ) : (
          <p>This service has no page for patients.</p>
        )}
        <p>
          <CancelLink to="/falls/pathway/view" search={{ ...here, section: 'ownPage' }} />
        </p>
      </div>
    </>
  )
}

const Links = ({
  links,
  onPrint,
}: {
  links: readonly PersonLink[]
  onPrint: (id: number) => Promise<void>
}) => (
  <ul className="sf-tasks" aria-label="Links">
    {links.map((link) => (
      <li key={link.id}>
        <div>
          <p>
            <strong>{linkInWords(link)}</strong>
          </p>
          <p>{ownerInWords(link)}</p>
          <p className="sf-quiet">
            {wayTitles[link.way]}, {formatDateTime(link.givenAt)} {link.givenBy}
          </p>
        </div>
        {isWorking(link) && <Actions link={link} onPrint={onPrint} />}
      </li>
    ))}
  </ul>
)

const Actions = ({ link, onPrint }: { link: PersonLink; onPrint: (id: number) => Promise<void> }) => {
  const { problem, attempt } = useAttempt()
  const { ask, dialog } = useConfirm()
  const end = async (): Promise<void> => {
    await ask(
      {
        title: 'End this link?',
        confirm: 'End link',
        says: 'The page closes at once where it is open. What was answered stays. You can give another link.',
      },
      () =>
        attempt(async () => {
          await call(endPersonLink, { id: link.id, version: link.version })
          await forgetAfterSave()
        }, 'The link has ended'),
    )
  }
  return (
    <span className="sf-actions">
      {problem}
      {dialog}
      {link.way === 'paper' && link.openedAt === null && (
        <WorkButton
          label={`Print the link given ${formatDateTime(link.givenAt)}`}
          work={() => onPrint(link.id)}
        >
          Print
        </WorkButton>
      )}
      <WorkButton label={`End the link given ${formatDateTime(link.givenAt)}`} work={end}>
        End link
      </WorkButton>
    </span>
  )
}
