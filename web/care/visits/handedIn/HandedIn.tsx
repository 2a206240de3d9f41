import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { carriedForms } from '../../../../contract/care/visits/carried.ts'
import {
  endVisits,
  visitWork,
  waitingReasons,
  type VisitWork,
  type WaitingEntry,
} from '../../../../contract/care/visits/visits.ts'
import { formatDate, formatDateTime, formatName } from '../../../../contract/platform/words/format.ts'
import { call } from '../../../platform/calls/api.ts'
import { useMay, useSession } from '../../../platform/session/session.ts'
import { FlagChips } from '../../../platform/ui/FlagChips.tsx'
import { LoadingOrFailed } from '../../../platform/ui/LoadingOrFailed.tsx'
import { PageTitle } from '../../../platform/ui/PageTitle.tsx'
import { useAttempt } from '../../../platform/ui/useAttempt.tsx'
import { WorkButton } from '../../../platform/ui/WorkButton.tsx'
import { useForgetWork, workKey } from './workQuery.ts'
import { WaitingForm } from './WaitingForm.tsx'

/** What was handed in and waits for somebody, visits of which nothing came in, and the devices with visits on them. */
export const HandedIn = () => {
  const session = useSession()
  const {
    data: work,
    error,
    refetch,
  } = useQuery({
    queryKey: workKey,
    queryFn: () => call(visitWork, {}),
    staleTime: 0,
    enabled: session !== null,
  })
  const mayVisit = useMay('clinical.write')
  const takes = session?.profile?.settings.visits === true
  return (
    <>
      <PageTitle>Visits without a signal</PageTitle>
      <p>
        {mayVisit && takes && (
          <>
            <Link to="/visits">Visits on this device</Link>
            {' · '}
          </>
        )}
        <a href="/falls">Back to Surefoot</a>
      </p>
      {session === null ? (
        <p>
          <Link to="/login" search={{ redirect: '/visits?show=handedIn' }}>
            Sign in
          </Link>{' '}
          to see it.
        </p>
      ) : work === undefined ? (
        <LoadingOrFailed what="visits" shape="list" error={error} refetch={refetch} />
      ) : (
        <>
          {mayVisit && <Waiting waiting={work.waiting} />}
          {mayVisit && <NotHandedIn visits={work.notHandedIn} />}
          <Devices devices={work.devices} />
        </>
      )}
    </>
  )
}

const nameOf = (person: Pick<WaitingEntry, 'familyName' | 'firstName' | 'namePrefix'>): string =>
  formatName(person)

const Waiting = ({ waiting }: { waiting: readonly WaitingEntry[] }) => {
  const [openId, setOpenId] = useState<string | null>(null)
  return (
    <section className="sf-card sf-part" aria-labelledby="waiting">
      <h2 className="nhsuk-heading-m" id="waiting">
        Handed in, and waiting for somebody
      </h2>
      {waiting.length === 0 && <p className="sf-quiet">Nothing waits.</p>}
      <ul className="sf-visits__list">
        {waiting.map((entry) => (
          <li key={entry.id}>
            <p>
              <strong>{carriedForms[entry.form].title}</strong> for{' '}
              <Link
                to="/falls/pathway/view"
                search={{ id: entry.pathwayId, patientId: entry.patientId }}
                translate="no"
              >
                {nameOf(entry)}
              </Link>
              , typed by {entry.author} on {formatDateTime(entry.typedAt)}. {waitingReasons[entry.why]}.
            </p>
            <FlagChips chips={entry.flags} />
            {openId === entry.id ? (
              <WaitingForm id={entry.id} done={() => setOpenId(null)} />
            ) : (
              <button type="button" className="sf-button" onClick={() => setOpenId(entry.id)}>
                Look at it<span className="nhsuk-u-visually-hidden">: {nameOf(entry)}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const NotHandedIn = ({ visits }: { visits: VisitWork['notHandedIn'] }) =>
  visits.length > 0 && (
    <section className="sf-card sf-part" aria-labelledby="missing">
      <h2 className="nhsuk-heading-m" id="missing">
        Visits of which nothing was handed in
      </h2>
      <ul>
        {visits.map((visit) => (
          <li key={visit.appointmentId}>
            Visit of {visit.startTime} on {formatDate(visit.appointmentDate)} not handed in:{' '}
            <Link
              to="/falls/pathway/view"
              search={{ id: visit.pathwayId, patientId: visit.patientId }}
              translate="no"
            >
              {nameOf(visit)}
            </Link>
            , {visit.clinician}, on “{visit.device}”
          </li>
        ))}
      </ul>
    </section>
  )

const Devices = ({ devices }: { devices: VisitWork['devices'] }) => {
  const { problem, attempt } = useAttempt()
  const forgetWork = useForgetWork()
  const end = async (id: string, isOwn: boolean): Promise<void> => {
    await attempt(
      () => call(endVisits, { id, why: isOwn ? 'done' : 'lost' }),
      'The device may no longer show them',
    )
    await forgetWork()
  }
  return (
    <section className="sf-card sf-part" aria-labelledby="devices">
      <h2 className="nhsuk-heading-m" id="devices">
        Devices with visits on them
      </h2>
      {problem}
      {devices.length === 0 && <p className="sf-quiet">None.</p>}
      <ul className="sf-visits__list">
        {devices.map(({ id, device, userName, isOwn, visits, endsAt }) => (
          <li key={id}>
            {device}, {isOwn ? 'yours' : userName}: {visits} {visits === 1 ? 'visit' : 'visits'}, until{' '}
            {formatDateTime(endsAt)}{' '}
            <WorkButton
              work={() => end(id, isOwn)}
              label={`End it, for it is lost or no longer needed: ${device}`}
            >
              Lost, or no longer needed
            </WorkButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
