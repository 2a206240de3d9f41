import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { takeReferral, type Owner } from '../../../contract/pathways/owner.ts'
import { unowned } from '../../../contract/pathways/unowned.ts'
import { call } from '../../platform/calls/api.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { History } from '../../platform/ui/History.tsx'
import { useMay } from '../../platform/session/session.ts'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { Section } from './Section.tsx'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'
import { ownerQuery } from '../../pathways/owners/ownerQueries.ts'
import { useAttempt } from '../../platform/ui/useAttempt.tsx'

/** Who is responsible for this referral. Hidden from people outside the service. */
export const OwnerSection = () => (useMay('patient.read') ? <Responsible /> : null)

const Responsible = () => {
  const { pathway } = usePathway()
  const { data: owner, error, refetch } = useQuery(ownerQuery(pathway.id))
  return (
    <Section
      id="owner"
      title="Owner"
      line={
        owner === undefined ? undefined : owner.isOpen ? (
          <>
            <span>
              <OwnerName owner={owner} />
            </span>
            {owner.team !== null && ` · ${owner.team}`}
          </>
        ) : (
          <ClosedOwner owner={owner} />
        )
      }
      action={owner !== undefined && (owner.isOpen || owner.holdsRedFlag) && <Actions owner={owner} />}
    >
      {owner === undefined ? (
        <LoadingOrFailed what="owner" error={error} refetch={refetch} />
      ) : (
        owner.id !== null && <History kind="pathwayOwner" id={owner.id} version={owner.version ?? 1} />
      )}
    </Section>
  )
}

/** An open red flag still has an owner after the referral is closed. */
const ClosedOwner = ({ owner }: { owner: Owner }) =>
  owner.holdsRedFlag ? (
    <>
      This referral is closed, and a red flag is still open: <OwnerName owner={owner} />
    </>
  ) : (
    'A closed referral has no owner.'
  )

const OwnerName = ({ owner: { owner, left } }: { owner: Owner }) => {
  if (owner !== null) return owner
  return (
    <>
      <span className="sf-tag sf-tag--late">{unowned}</span>
      {left !== null && ` ${left} was the owner and no longer works in the service.`}
    </>
  )
}

const Actions = ({ owner }: { owner: Owner }) => {
  const { pathway, patient } = usePathway()
  const mayAssign = useMay('owner.assign')
  const mayTake = useMay('owner.take') && owner.ownerId === null && owner.ownClinicianId !== null
  const { problem, attempt } = useAttempt()
  const take = async (): Promise<void> => {
    await attempt(
      async () => {
        await call(takeReferral, { pathwayId: pathway.id })
        await forgetAfterSave()
      },
      owner.isOpen ? 'You own this referral now' : 'The red flag is yours now',
    )
  }
  return (
    <span className="sf-actions">
      {problem}
      {mayTake && (
        <WorkButton work={take}>{owner.isOpen ? 'Take this referral' : 'Take the red flag'}</WorkButton>
      )}
      {mayAssign && (
        <Link
          className="sf-button"
          to="/falls/pathway/owner"
          search={{ id: pathway.id, patientId: patient.id }}
          aria-label="Change owner"
        >
          Change
        </Link>
      )}
    </span>
  )
}
