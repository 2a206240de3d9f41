import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import {
  daysOfView,
  diaryViews,
  type Diary,
  type DiaryView,
} from '../../../contract/care/appointments/diary.ts'
import { weekdayOf } from '../../../contract/platform/dates/weekdays.ts'
import { addDays, parseDay, today } from '../../../contract/platform/dates/dates.ts'
import { formatDate, formatLongDate } from '../../../contract/platform/words/format.ts'
import { lookupQuery } from '../../platform/calls/lookupQuery.ts'
import { useSession } from '../../platform/session/session.ts'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { PrintButton } from '../../platform/ui/PrintButton.tsx'
import { CalendarFeed } from './CalendarFeed.tsx'
import { DiaryDay } from './DiaryDay.tsx'
import { diaryQuery, type Shown } from './diaryQuery.ts'

/** What the address asks for. Without a clinician or location it is the user's own diary. */
const useShown = (): Shown => {
  const { view = 'day', day, clinician = 0, place = 0 } = useSearch({ from: '/falls/diary' })
  const own = useSession()?.profile?.user.clinicianId ?? 0
  return {
    view,
    day: parseDay(day ?? '') ?? today(),
    clinician: place === 0 && clinician === 0 ? own : clinician,
    place,
  }
}

/** The diary of a clinician or location, by day or by week. */
export const DiaryScreen = () => {
  const shown = useShown()
  const { view, day, clinician, place } = shown
  const { data: diary, error, refetch } = useQuery(diaryQuery(shown))
  const step = view === 'day' ? 1 : 7
  const at = (change: Partial<Shown>) => ({
    to: '/falls/diary' as const,
    search: { ...(place === 0 ? { clinician } : { place }), view, day, ...change },
  })
  const days = daysOfView(view, day)
  const title =
    view === 'day' ? `${weekdayOf(day)} ${formatLongDate(day)}` : `Week of ${formatLongDate(days[0])}`
  return (
    <>
      <div className="sf-list__head">
        <PageTitle>Diary</PageTitle>
        <PrintButton />
      </div>
      <Whose shown={shown} />
      <nav className="sf-diary__steps" aria-label="Days of the diary">
        <Link className="sf-button" {...at({ day: addDays(day, -step) })}>
          {view === 'day' ? 'Day before' : 'Week before'}
        </Link>
        <Link className="sf-button" {...at({ day: today() })}>
          Today
        </Link>
        <Link className="sf-button" {...at({ day: addDays(day, step) })}>
          {view === 'day' ? 'Next day' : 'Next week'}
        </Link>
        {diaryViews.map((each) => (
          <Link
            key={each}
            className="sf-button"
            aria-current={each === view ? 'true' : undefined}
            {...at({ view: each })}
          >
            {viewTitles[each]}
          </Link>
        ))}
        {view === 'day' && clinician !== 0 && (
          <Link className="sf-button" to="/falls/round" search={{ clinician, day }}>
            Round of visits
          </Link>
        )}
        <TakeAlong />
      </nav>
      <h2 className="nhsuk-heading-m" aria-live="polite">
        {title}
      </h2>
      {clinician === 0 && place === 0 ? (
        <p>Choose a clinician or a place.</p>
      ) : diary === undefined ? (
        <LoadingOrFailed what="diary" shape="list" error={error} refetch={refetch} />
      ) : (
        <Days days={days} diary={diary} isWeek={view === 'week'} ofPlace={place !== 0} />
      )}
      <CalendarFeed />
    </>
  )
}

/** To the visits on this device, a page of its own that also opens without a signal. */
const TakeAlong = () => {
  const takes = useSession()?.profile?.settings.visits === true
  if (!takes) return null
  return (
    <>
      <a className="sf-button" href="/visits">
        Take visits with me
      </a>
      <a className="sf-button" href="/visits?show=handedIn">
        Handed in
      </a>
    </>
  )
}

const viewTitles: Record<DiaryView, string> = { day: 'Day', week: 'Week' }

interface DaysProps {
  days: readonly string[]
  diary: Diary
  isWeek: boolean
  ofPlace: boolean
}

const Days = ({ days, diary, isWeek, ofPlace }: DaysProps) =>
  days.map((day) => (
    <DiaryDay
      key={day}
      title={isWeek ? `${weekdayOf(day)} ${formatDate(day)}` : 'Appointments and classes'}
      appointments={diary.appointments.filter(({ appointmentDate }) => appointmentDate === day)}
      sessions={diary.sessions.filter(({ sessionDate }) => sessionDate === day)}
      ofPlace={ofPlace}
    />
  ))

/** Chooses a clinician or a location; choosing one clears the other. */
const Whose = ({ shown: { view, day, clinician, place } }: { shown: Shown }) => {
  const { data: clinicians = [] } = useQuery(lookupQuery('clinician'))
  const { data: places = [] } = useQuery(lookupQuery('location'))
  const navigate = useNavigate()
  const choose = (whose: { clinician: number } | { place: number }) =>
    void navigate({ to: '/falls/diary', search: { ...whose, view, day } })
  return (
    <div className="sf-diary__whose">
      <div>
        <label className="nhsuk-label" htmlFor="diary-clinician">
          Clinician
        </label>
        <select
          id="diary-clinician"
          className="nhsuk-select"
          value={place === 0 ? String(clinician) : '0'}
          onChange={({ target }) => choose({ clinician: Number(target.value) })}
        >
          <option value="0">{place === 0 ? 'Choose' : 'Of the place'}</option>
          {clinicians.map(({ id, name }) => (
            <option key={id} value={String(id)}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div>
        <label className="nhsuk-label" htmlFor="diary-place">
          Place
        </label>
        <select
          id="diary-place"
          className="nhsuk-select"
          value={String(place)}
          onChange={({ target }) => choose({ place: Number(target.value) })}
        >
          <option value="0">Wherever it is</option>
          {places.map(({ id, name }) => (
            <option key={id} value={String(id)}>
              {name}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}
