import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { DiaryAppointment } from '../../../contract/care/appointments/diary.ts'
import { isCancelled, timesInWords } from '../../../contract/pathways/records/appointment.ts'
import { doNotCallWords } from '../../../contract/patients/flags/chips.ts'
import { unlessWithheld } from '../../../contract/platform/calls/withheld.ts'
import { addDays, parseDay, today } from '../../../contract/platform/dates/dates.ts'
import { weekdayOf } from '../../../contract/platform/dates/weekdays.ts'
import { formatLongDate, formatName } from '../../../contract/platform/words/format.ts'
import { useSession } from '../../platform/session/session.ts'
import { FlagChips } from '../../platform/ui/FlagChips.tsx'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { PaperIdentity } from '../../platform/ui/PaperIdentity.tsx'
import { PrintButton } from '../../platform/ui/PrintButton.tsx'
import { diaryQuery } from '../appointments/diaryQuery.ts'

type Order = 'time' | 'postcode'
const orders: { code: Order; title: string }[] = [
  { code: 'time', title: 'By time' },
  { code: 'postcode', title: 'By postcode' },
]

/** A day's home visits of a clinician, for the road: by time, or with neighbouring postcodes together. */
export const RoundScreen = () => {
  const { clinician, day: asked } = useSearch({ from: '/falls/round' })
  const own = useSession()?.profile?.user.clinicianId ?? 0
  const whose = clinician ?? own
  const day = parseDay(asked ?? '') ?? today()
  const [order, setOrder] = useState<Order>('time')
  const {
    data: diary,
    error,
    refetch,
  } = useQuery({ ...diaryQuery({ view: 'day', day, clinician: whose, place: 0 }), enabled: whose !== 0 })
  const visits = inOrder(
    diary?.appointments.filter(
      ({ appointmentType, outcome }) => appointmentType === 'visit' && !isCancelled(outcome),
    ) ?? [],
    order,
  )
  const at = (change: number) => ({
    to: '/falls/round' as const,
    search: { clinician: whose, day: addDays(day, change) },
  })
  return (
    <>
      <div className="sf-list__head">
        <PageTitle>Round of visits</PageTitle>
        <PrintButton />
      </div>
      <nav className="sf-diary__steps" aria-label="Days of the round">
        <Link className="sf-button" {...at(-1)}>
          Day before
        </Link>
        <Link className="sf-button" {...at(1)}>
          Next day
        </Link>
        {orders.map(({ code, title }) => (
          <button
            key={code}
            type="button"
            className="sf-button"
            aria-pressed={order === code}
            onClick={() => setOrder(code)}
          >
            {title}
          </button>
        ))}
      </nav>
      <h2 className="nhsuk-heading-m" aria-live="polite">
        {weekdayOf(day)} {formatLongDate(day)}
        {visits[0] !== undefined && <span translate="no">, {visits[0].names.clinician}</span>}
      </h2>
      {whose === 0 ? (
        <p>Open a round from the diary of a clinician.</p>
      ) : diary === undefined ? (
        <LoadingOrFailed what="round" shape="list" error={error} refetch={refetch} />
      ) : visits.length === 0 ? (
        <p>No visit is booked on this day.</p>
      ) : (
        <ol className="sf-tasks">
          {visits.map((visit) => (
            <Visit key={visit.id} visit={visit} />
          ))}
        </ol>
      )}
    </>
  )
}

/** Outward part and sector first, so that neighbours stand together; unknown postcodes last. */
const inOrder = (visits: readonly DiaryAppointment[], order: Order): DiaryAppointment[] =>
  visits.toSorted((one, other) => {
    const byTime = one.startTime.localeCompare(other.startTime)
    if (order === 'time') return byTime
    if (one.postcode === null || other.postcode === null)
      return Number(one.postcode === null) - Number(other.postcode === null) || byTime
    return one.postcode.localeCompare(other.postcode, 'en-GB', { numeric: true }) || byTime
  })

const Visit = ({ visit }: { visit: DiaryAppointment }) => (
  <li>
    <div>
      <p>
        <strong className="sf-nowrap">{timesInWords(visit)}</strong>{' '}
        <Link
          to="/falls/pathway/view"
          search={{ id: visit.pathwayId, patientId: visit.patientId }}
          translate="no"
        >
          {formatName(visit)}
        </Link>
        <PaperIdentity person={visit} />
      </p>
      <p>
        {unlessWithheld(visit, [visit.address, visit.postcode].filter(Boolean).join(', '))}
        {visit.doNotCall === true ? (
          <strong> {doNotCallWords}</strong>
        ) : (
          visit.telephone !== null && (
            <>
              {' '}
              <a className="sf-nowrap" href={`tel:${visit.telephone.replaceAll(' ', '')}`}>
                {visit.telephone}
              </a>
            </>
          )
        )}
      </p>
      <FlagChips chips={visit.flags ?? []} />
    </div>
  </li>
)
