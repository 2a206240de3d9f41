import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatCount, formatLongDate } from '../../../contract/platform/words/format.ts'
import { unowned } from '../../../contract/pathways/unowned.ts'
import { saveLateMail, type Today } from '../../../contract/pathways/today.ts'
import { call } from '../../platform/calls/api.ts'
import { sendersToRingInWords } from './sendersToRing.ts'
import {
  differenceCountQuery,
  notArrivedQuery,
  incomingCountQuery,
} from '../../platform/calls/counterQueries.ts'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { usePds } from '../../patients/pds/usePds.ts'
import { useMay, useSession } from '../../platform/session/session.ts'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { PrintButton } from '../../platform/ui/PrintButton.tsx'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'
import { todayQuery } from './taskQueries.ts'
import { TodayLines } from './TodayLines.tsx'
import { todayParts, totalInWords } from './todayParts.ts'
import { UnknownTextsLine } from './UnknownTextsLine.tsx'
import { VisitFormsLine } from './VisitFormsLine.tsx'
import { useTaskClosing } from './useTaskClosing.ts'
import { useAttempt } from '../../platform/ui/useAttempt.tsx'

/**
 * What the user has to do: late, today and this week; calls and visits. Team Leads also see what nobody owns and what
 * is long overdue.
 */
export const TodayScreen = () => {
  const { data: shown, error, refetch } = useQuery(todayQuery)
  return (
    <>
      <div className="sf-list__head">
        <PageTitle>Today</PageTitle>
        <PrintButton />
      </div>
      {shown === undefined ? (
        <LoadingOrFailed what="day" shape="lines" error={error} refetch={refetch} />
      ) : (
        <Day shown={shown} />
      )}
    </>
  )
}

const Day = ({ shown }: { shown: Today }) => {
  const closing = useTaskClosing()
  return (
    <>
      <p className="sf-purpose">
        {formatLongDate(shown.day)}.{' '}
        {shown.clinician === null
          ? 'Your sign-in is not linked to a clinician, so nothing is yours; a system administrator can link it under Users.'
          : `What ${shown.clinician} is responsible for.`}
      </p>
      <VisitsLine />
      <VisitFormsLine forms={shown.visitForms} />
      <IncomingLine />
      <DifferencesLine />
      <NotArrivedLine />
      <UnknownTextsLine texts={shown.unknownTexts} />
      <OutstandingLine outstanding={shown.outstanding} />
      {closing.problem}
      {todayParts.map(({ id, title, of, none, isUrgent, showsOwner }) => {
        const part = of(shown)
        if (part === null) return null
        return (
          <section key={id} className="sf-card sf-part" aria-labelledby={id}>
            <h2 className="nhsuk-heading-s" id={id}>
              {title}{' '}
              <span className={isUrgent && part.total > 0 ? 'sf-tag sf-tag--late' : 'sf-part__note'}>
                {totalInWords(part)}
              </span>
            </h2>
            {id === 'unowned' && shown.unowned !== null && (
              <p>
                <Link to="/falls/owners">
                  {shown.unowned.referrals === 1
                    ? `1 open referral is in ${unowned}`
                    : `${formatCount(shown.unowned.referrals)} open referrals are in ${unowned}`}
                </Link>
                . Of these, what is due by the end of the week:
              </p>
            )}
            {part.total === 0 ? (
              <p className="sf-quiet">{none}</p>
            ) : (
              <TodayLines
                part={part}
                day={shown.day}
                title={title}
                showsOwner={showsOwner === true}
                close={closing.close}
              />
            )}
          </section>
        )
      })}
      {shown.lateMail !== null && <LateMail wanted={shown.lateMail} />}
    </>
  )
}

/** To the visits on this device, a page of its own that also opens without a signal. */
const VisitsLine = () => {
  const profile = useSession()?.profile
  if (profile?.settings.visits !== true || profile.user.clinicianId === null) return null
  return (
    <p className="sf-off-paper">
      <a href="/visits">Take visits with me</a>, or look{' '}
      <a href="/visits?show=device">what is on this device</a>.
    </p>
  )
}

/** How many referrals from outside are to be decided; the link leads to them. */
const IncomingLine = () => {
  const { data } = useQuery({ ...incomingCountQuery, enabled: useMay('referral.triage') })
  if (data === undefined) return null
  const { undecided, late, lettersToPrint, invitationsToPrint, sendersToRing } = data
  if (undecided + lettersToPrint + invitationsToPrint + sendersToRing === 0) return null
  return (
    <p>
      {undecided > 0 && (
        <>
          <Link to="/falls/incoming-referrals">
            {undecided === 1
              ? '1 referral is to triage'
              : `${formatCount(undecided)} referrals are to triage`}
          </Link>
          {late > 0 && <strong>, {formatCount(late)} of them late</strong>}.{' '}
        </>
      )}
      {sendersToRing > 0 && (
        <>
          <Link to="/falls/incoming-referrals" search={{ shown: 'decided' }}>
            <strong>{sendersToRingInWords(sendersToRing)}</strong>
          </Link>
          , because the message about a referral could not be delivered.{' '}
        </>
      )}
      {invitationsToPrint > 0 && (
        <>
          <Link to="/falls/incoming-referrals">
            {invitationsToPrint === 1
              ? '1 invitation is to print.'
              : `${formatCount(invitationsToPrint)} invitations are to print.`}
          </Link>{' '}
        </>
      )}
      {lettersToPrint > 0 && (
        <Link to="/falls/incoming-referrals" search={{ shown: 'decided' }}>
          {lettersToPrint === 1
            ? '1 letter about a declined referral is to print.'
            : `${formatCount(lettersToPrint)} letters about declined referrals are to print.`}
        </Link>
      )}
    </p>
  )
}

/** How many records differ from PDS; the link leads to them. */
const DifferencesLine = () => {
  const { data } = useQuery({ ...differenceCountQuery, enabled: usePds() !== 'off' })
  if (data === undefined || data.differing === 0) return null
  const { differing, died } = data
  return (
    <p>
      <Link to="/falls/pds-differences">
        {differing === 1 ? '1 record differs from PDS' : `${formatCount(differing)} records differ from PDS`}
      </Link>
      {died > 0 && (
        <strong>, {died === 1 ? '1 patient' : `${formatCount(died)} patients`} may have died</strong>
      )}
      .
    </p>
  )
}

/** How many letters did not arrive; the link leads to them. */
const NotArrivedLine = () => {
  const mayWrite = useMay('letter.write')
  const { data } = useQuery({ ...notArrivedQuery, enabled: mayWrite })
  if (!mayWrite || data === undefined || data.letters === 0) return null
  return (
    <p>
      <Link to="/falls/letters">
        {data.letters === 1
          ? '1 letter did not arrive'
          : `${formatCount(data.letters)} letters did not arrive`}
      </Link>
      .
    </p>
  )
}

/** The number of outstanding items; the link leads to their list. */
const OutstandingLine = ({ outstanding: { mine, all } }: Pick<Today, 'outstanding'>) => (
  <p>
    <Link to="/falls/outstanding">
      {all === 1
        ? '1 red flag, onward referral, piece of equipment, letter or message is due'
        : `${formatCount(all)} red flags, onward referrals, pieces of equipment, letters and messages are due`}
    </Link>
    {mine > 0 && (
      <>
        ,{' '}
        <Link to="/falls/outstanding" search={{ whose: 'mine' }}>
          {formatCount(mine)} of them yours
        </Link>
      </>
    )}
    .
  </p>
)

const LateMail = ({ wanted }: { wanted: boolean }) => {
  const { problem, attempt } = useAttempt()
  const change = async (): Promise<void> => {
    await attempt(
      () => call(saveLateMail, { lateMail: !wanted }),
      wanted ? 'You no longer get the weekly mail' : 'You get the weekly mail again',
    )
    await forgetAfterSave()
  }
  return (
    <section className="sf-card sf-part sf-off-paper" aria-labelledby="late-mail">
      <h2 className="nhsuk-heading-s" id="late-mail">
        Weekly mail
      </h2>
      {problem}
      <p>
        {wanted
          ? 'Each Monday you get a mail that says how much has been late for 14 days or more. It contains no names.'
          : 'You do not get the weekly mail about what has been late for 14 days or more.'}
      </p>
      <WorkButton work={change}>{wanted ? 'Stop the weekly mail' : 'Get the weekly mail'}</WorkButton>
    </section>
  )
}
