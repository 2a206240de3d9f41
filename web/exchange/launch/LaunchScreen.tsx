import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Button } from 'nhsuk-react-components'
import { useEffect, useState } from 'react'
import {
  allowLaunch,
  askLaunch,
  type LaunchPerson,
  type LaunchWish,
} from '../../../contract/exchange/launch.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { call } from '../../platform/calls/api.ts'
import { leaveSession } from '../../platform/session/session.ts'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { LoadingState } from '../../platform/ui/LoadingState.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { useAttempt } from '../../platform/ui/useAttempt.tsx'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'
import { typeMeans } from '../clients/inWords.ts'
import { askedIn } from './askedIn.ts'
import { Person } from './Person.tsx'
import { PatientChoice } from './PatientChoice.tsx'

type Asked = InputOf<typeof askLaunch>

const wishQuery = (asked: Asked) =>
  queryOptions({
    queryKey: ['appLaunch', asked],
    queryFn: () => call(askLaunch, asked),
    // The user decides about what they read here, and a launch is good for one answer.
    staleTime: Infinity,
    gcTime: 0,
  })

/**
 * Goes back to the app. An app that was opened from a referral has a tab with a copy of the session, which must not be
 * used once the other tab has renewed it.
 */
const leave = (address: string, { launch }: Asked): void => {
  if (launch !== undefined) window.addEventListener('pagehide', () => leaveSession('person'), { once: true })
  window.location.assign(address)
}

/** Where an app sends the browser to ask whether it may read. */
export const LaunchScreen = () => {
  const search = useSearch({ strict: false })
  const [asked] = useState(() => askedIn(search))
  const { data, error, refetch } = useQuery(wishQuery(asked))
  const returnTo = data?.returnTo ?? null
  useEffect(() => {
    if (returnTo !== null) leave(returnTo, asked)
  }, [returnTo, asked])
  if (data === undefined)
    return <LoadingOrFailed what="request of the app" shape="lines" error={error} refetch={refetch} />
  if (data.stopped !== null)
    return (
      <>
        <PageTitle>This app cannot be opened</PageTitle>
        <p role="alert">{data.stopped}</p>
      </>
    )
  return data.wish === null ? <LoadingState /> : <Question asked={asked} wish={data.wish} />
}

const Question = ({ asked, wish }: { asked: Asked; wish: LaunchWish }) => {
  const [chosen, setChosen] = useState<LaunchPerson | null>(null)
  const { problem, attempt } = useAttempt()
  const { name, organisation, mustChoose, refusedTo } = wish
  const person = wish.patient ?? chosen
  const allow = () =>
    attempt(async () => {
      const patientId = wish.patient === null ? chosen?.patientId : undefined
      const { returnTo } = await call(allowLaunch, { ...asked, patientId })
      leave(returnTo, asked)
    })
  return (
    <>
      <PageTitle tab="Let an app read">Let {name} read?</PageTitle>
      <p className="sf-purpose">
        {name} is software of {organisation}. It reads as you and can change nothing. Each reading is in the
        audit trail with your name.
      </p>
      <section className="sf-card sf-part" aria-labelledby="launch-whom">
        <h2 className="nhsuk-heading-m" id="launch-whom">
          Whose records
        </h2>
        <Whom wish={wish} person={person} />
        {mustChoose && person === null && <PatientChoice choose={setChosen} />}
        {chosen !== null && (
          <p>
            <button type="button" className="sf-link" onClick={() => setChosen(null)}>
              Choose another patient
            </button>
          </p>
        )}
      </section>
      <section className="sf-card sf-part" aria-labelledby="launch-what">
        <h2 className="nhsuk-heading-m" id="launch-what">
          What it wants to read
        </h2>
        <ul>
          {wish.types.map((type) => (
            <li key={type}>{typeMeans[type]}</li>
          ))}
        </ul>
        <p>
          It can read this for {wish.seconds / 60} minutes. It ends sooner when you sign out, or when you have
          not used Surefoot for 15 minutes.
        </p>
      </section>
      {problem}
      <p className="sf-actions">
        {(!mustChoose || person !== null) && (
          <WorkButton look="primary" work={allow}>
            Allow
          </WorkButton>
        )}
        <Button type="button" secondary onClick={() => leave(refusedTo, asked)}>
          Refuse
        </Button>
      </p>
    </>
  )
}

const Whom = ({
  wish: { isOfOnePatient, mustChoose },
  person,
}: {
  wish: LaunchWish
  person: LaunchPerson | null
}) => {
  if (!isOfOnePatient)
    return (
      <>
        <p>Everybody whose record you may open, except restricted records.</p>
        {person !== null && (
          <>
            <p>It begins with this patient:</p>
            <Person person={person} />
          </>
        )}
        {mustChoose && person === null && <p>Choose the patient with whom it begins.</p>}
      </>
    )
  return person === null ? (
    <p>One patient, whom you choose here.</p>
  ) : (
    <>
      <p>This patient alone:</p>
      <Person person={person} />
    </>
  )
}
