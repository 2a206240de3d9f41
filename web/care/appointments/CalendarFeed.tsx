import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { renewCalendarFeed, withdrawCalendarFeed } from '../../../contract/care/appointments/calendarFeed.ts'
import { formatDateTime } from '../../../contract/platform/words/format.ts'
import { call } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'
import { calendarFeedQuery } from './diaryQuery.ts'
import { useAttempt } from '../../platform/ui/useAttempt.tsx'

/** Shows the user's own appointments in another calendar program, through a secret address. */
export const CalendarFeed = () => {
  const { data: feed } = useQuery(calendarFeedQuery)
  const [address, setAddress] = useState<string | null>(null)
  const { problem, attempt } = useAttempt()
  if (feed === undefined || feed.clinician === null) return null
  const { madeAt } = feed
  const change = async (work: () => Promise<string | null>, said: string): Promise<void> => {
    await attempt(async () => setAddress(await work()), said)
    await queryClient.invalidateQueries({ queryKey: calendarFeedQuery.queryKey })
  }
  const renew = () =>
    change(async () => (await call(renewCalendarFeed, {})).address, 'The new address works now')
  const withdraw = () =>
    change(async () => {
      await call(withdrawCalendarFeed, {})
      return null
    }, 'The address no longer works')
  return (
    <section className="sf-card sf-part sf-off-paper" aria-labelledby="calendar-feed">
      <h2 className="nhsuk-heading-s" id="calendar-feed">
        Calendar of {feed.clinician}
      </h2>
      {problem}
      <p>
        A secret address lets the calendar of your telephone or computer show day, time, kind and place of
        your appointments and classes, without patients’ names. Anybody with the address can read it: do not
        share it.
      </p>
      <p className="sf-quiet">
        {madeAt === null
          ? 'There is no address now.'
          : `An address has worked since ${formatDateTime(madeAt)}.`}
      </p>
      {address !== null && (
        <p>
          <label className="nhsuk-label" htmlFor="calendar-address">
            Your address. It is shown only once
          </label>
          <input
            id="calendar-address"
            className="nhsuk-input"
            readOnly
            value={address}
            onFocus={({ target }) => target.select()}
          />
        </p>
      )}
      <p className="sf-actions">
        <WorkButton work={renew}>{madeAt === null ? 'Make an address' : 'Make a new address'}</WorkButton>
        {madeAt !== null && <WorkButton work={withdraw}>Withdraw the address</WorkButton>}
      </p>
    </section>
  )
}
