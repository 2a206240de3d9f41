import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type Caseloads } from '../../../contract/pathways/owner.ts'
import { unowned } from '../../../contract/pathways/unowned.ts'
import { formatCount } from '../../../contract/platform/words/format.ts'
import { useMay } from '../../platform/session/session.ts'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { PrintButton } from '../../platform/ui/PrintButton.tsx'
import { HandOver } from './HandOver.tsx'
import { OwnedReferrals } from './OwnedReferrals.tsx'
import { ownedInWords, referralsInWords } from '../../../contract/pathways/ownedInWords.ts'
import { caseloadsQuery } from './ownerQueries.ts'

/** How many referrals each clinician owns, and the list of each. Team Leads reassign them here. */
export const OwnersScreen = () => {
  const { data: counts, error, refetch } = useQuery(caseloadsQuery)
  const { clinicianId } = useSearch({ from: '/falls/owners' })
  return (
    <>
      <div className="sf-list__head">
        <PageTitle>Owners</PageTitle>
        <PrintButton />
      </div>
      <p className="sf-purpose">
        Every open referral has one owner, who is responsible for it, or is listed under {unowned}.
      </p>
      {counts === undefined ? (
        <LoadingOrFailed what="owners" shape="lines" error={error} refetch={refetch} />
      ) : (
        <div className="sf-owners">
          <Names counts={counts} chosen={clinicianId} />
          <Chosen key={clinicianId ?? 0} counts={counts} clinicianId={clinicianId} />
        </div>
      )}
    </>
  )
}

/** A link matches only if the owner in the address matches too: the list without an owner is a separate list. */
const exactly = { exact: true, includeSearch: true, explicitUndefined: true }

const Names = ({ counts, chosen }: { counts: Caseloads; chosen: number | undefined }) => (
  <nav className="sf-owners__names" aria-label="Owners">
    <ul>
      <li>
        <Link
          to="/falls/owners"
          search={{ clinicianId: undefined }}
          activeOptions={exactly}
          aria-current={chosen === undefined ? 'page' : undefined}
        >
          {unowned} <span>{formatCount(counts.unowned)}</span>
        </Link>
      </li>
      {counts.caseloads.map(({ clinicianId, name, isInService, referrals }) => (
        <li key={clinicianId}>
          <Link
            to="/falls/owners"
            search={{ clinicianId }}
            activeOptions={exactly}
            aria-current={chosen === clinicianId ? 'page' : undefined}
          >
            <div>
              {name}
              {!isInService && <span className="sf-tag sf-tag--late">has left</span>}
            </div>{' '}
            <span>{formatCount(referrals)}</span>
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)

const Chosen = ({ counts, clinicianId }: { counts: Caseloads; clinicianId: number | undefined }) => {
  const mayAssign = useMay('owner.assign')
  const chosen = counts.caseloads.find((each) => each.clinicianId === clinicianId)
  if (clinicianId !== undefined && chosen === undefined)
    return <p className="sf-state">This clinician owns nothing and cannot be given referrals.</p>
  return (
    <section className="sf-card sf-part" aria-labelledby="chosen">
      <h2 className="nhsuk-heading-m" id="chosen">
        {chosen?.name ?? unowned}
      </h2>
      <p>
        {chosen === undefined ? referralsInWords(counts.unowned) : ownedInWords(chosen)}
        {chosen?.isInService === false &&
          `. ${chosen.name} can no longer act, so these referrals are in ${unowned} until they are handed over`}
        .
      </p>
      {mayAssign && chosen !== undefined && chosen.referrals + chosen.tasks > 0 && (
        <HandOver from={chosen} counts={counts} />
      )}
      <OwnedReferrals clinicianId={clinicianId} isInService={chosen?.isInService ?? true} counts={counts} />
    </section>
  )
}
