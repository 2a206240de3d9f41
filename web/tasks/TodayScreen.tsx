import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { withheldWords } from '../../contract/flags/withheld.ts'
import { doNotCallWords } from '../../contract/flags/chips.ts'
import { formatCount, formatLongDate, formatName, formatNhsNumber } from '../../contract/format.ts'
import { unowned } from '../../contract/unowned.ts'
import { saveLateMail, type Today, type TodayLine, type TodayPart } from '../../contract/today.ts'
import { ApiError, call } from '../api.ts'
import { forgetAfterSave } from '../queries.ts'
import { useMay } from '../session.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { FlagChips } from '../ui/FlagChips.tsx'
import { LoadingState } from '../ui/LoadingState.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { PaperIdentity } from '../ui/PaperIdentity.tsx'
import { PrintButton } from '../ui/PrintButton.tsx'
import { Sentence } from '../ui/Sentence.tsx'
import { toast } from '../ui/Toast.tsx'
import { WorkButton } from '../ui/WorkButton.tsx'
import { DueTag } from './DueTag.tsx'
import { todayQuery } from './taskQueries.ts'
import { todayParts, totalInWords } from './todayParts.ts'
import { useTaskClosing } from './useTaskClosing.ts'

/** What the person has to do: late, today and this week; calls and visits; for Team Leads what nobody owns and what is long late. */
export const TodayScreen = () => {
  const { data: shown, error, refetch } = useQuery(todayQuery)
  return (
    <>
      <div className="sf-list__head">
        <PageTitle>Today</PageTitle>
        <PrintButton />
      </div>
      {shown === undefined ? (
        error === null ? (
          <LoadingState what="day" shape="lines" />
        ) : (
          <FailedState error={error} reset={() => void refetch()} />
        )
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
          ? 'Your sign-in is tied to no clinician, so nothing is yours; a system administrator can tie it under Users.'
          : `What ${shown.clinician} is responsible for.`}
      </p>
      <OutstandingLine outstanding={shown.outstanding} />
      {closing.failure !== null && <FailedState error={closing.failure} />}
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
                    ? `1 open referral stands in ${unowned}`
                    : `${formatCount(shown.unowned.referrals)} open referrals stand in ${unowned}`}
                </Link>
                . Of these, what is due by the end of the week:
              </p>
            )}
            {part.total === 0 ? (
              <p className="sf-quiet">{none}</p>
            ) : (
              <Lines
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

/** What others were asked for and is not there, of which more stands on a list of its own. */
const OutstandingLine = ({ outstanding: { mine, all } }: Pick<Today, 'outstanding'>) => (
  <p>
    <Link to="/falls/outstanding">
      {all === 1
        ? '1 red flag, onward referral or piece of equipment is due'
        : `${formatCount(all)} red flags, onward referrals and pieces of equipment are due`}
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

interface LinesProps {
  part: TodayPart
  day: string
  title: string
  showsOwner: boolean
  close: (task: { id: number; version: number }) => Promise<void>
}

const Lines = ({ part, day, title, showsOwner, close }: LinesProps) => {
  const { total, lines } = part
  return (
    <>
      <div className="sf-scroll" role="region" aria-label={`${title}, table`} tabIndex={0}>
        <table className="sf-table sf-table--stacks sf-table--people sf-today__lines" role="table">
          <thead>
            <tr>
              <th scope="col">Due</th>
              <th scope="col">Patient</th>
              <th scope="col">What</th>
              {showsOwner && <th scope="col">Owner</th>}
              <th scope="col">
                <span className="nhsuk-u-visually-hidden">Action</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr
                key={`${line.what} ${line.taskId ?? ''} ${line.patientId} ${line.pathwayId ?? ''} ${line.text}`}
                role="row"
              >
                <td role="cell" data-label="Due">
                  <div>
                    <DueTag due={line.due} inTimeUntil={line.inTimeUntil} day={day} />
                  </div>
                </td>
                <td role="cell" data-label="Patient">
                  <div>
                    <strong>{formatName(line)}</strong>{' '}
                    {line.nhsNumber !== null && (
                      <span className="sf-quiet sf-nowrap sf-off-paper">
                        {formatNhsNumber(line.nhsNumber)}
                      </span>
                    )}
                    <PaperIdentity person={line} />
                    <Telephone line={line} />
                    <FlagChips chips={line.flags} />
                  </div>
                </td>
                <td role="cell" data-label="What">
                  <div>
                    <Sentence>{line.text}</Sentence>
                  </div>
                </td>
                {showsOwner && (
                  <td role="cell" data-label="Owner">
                    <div>{line.owner ?? unowned}</div>
                  </td>
                )}
                <td role="cell" className="sf-table__action">
                  <LineActions line={line} close={close} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {lines.length < total && (
        <p className="sf-quiet">
          The first {lines.length} of {totalInWords(part)}, those due longest ago.
        </p>
      )}
    </>
  )
}

/** Of a call, the number to ring; of any line, that nobody is to be rung. */
const Telephone = ({ line: { what, telephone, doNotCall, isWithheld } }: { line: TodayLine }) => {
  if (doNotCall) return <strong className="sf-nowrap"> {doNotCallWords}</strong>
  if (what === 'call' && isWithheld === true) return <> {withheldWords}</>
  if (what !== 'call' || telephone === null) return null
  return (
    <>
      {' '}
      <a className="sf-nowrap" href={`tel:${telephone.replaceAll(' ', '')}`}>
        {telephone}
      </a>
    </>
  )
}

const LineActions = ({ line, close }: { line: TodayLine; close: LinesProps['close'] }) => {
  const mayWrite = useMay('task.write')
  const { what, taskId, version, pathwayId, patientId } = line
  const name = formatName(line)
  return (
    <span className="sf-actions">
      {mayWrite && taskId !== null && version !== null && !line.isAutomatic && (
        <WorkButton label={`Done: ${line.text}, ${name}`} work={() => close({ id: taskId, version })}>
          Done
        </WorkButton>
      )}
      {what === 'flag' || pathwayId === null ? (
        <Link
          className="sf-button"
          to="/falls/patient/flags"
          search={{ id: patientId }}
          aria-label={`View ${name}: ${line.text}`}
        >
          View
        </Link>
      ) : (
        <Link
          className="sf-button"
          to="/falls/pathway/view"
          search={{ id: pathwayId, patientId, ...(taskId === null ? {} : { section: 'tasks' }) }}
          aria-label={`View ${name}: ${line.text}`}
        >
          View
        </Link>
      )}
    </span>
  )
}

const LateMail = ({ wanted }: { wanted: boolean }) => {
  const [failure, setFailure] = useState<ApiError | null>(null)
  const change = async (): Promise<void> => {
    try {
      await call(saveLateMail, { lateMail: !wanted })
      setFailure(null)
      toast(wanted ? 'You get no weekly mail any more' : 'You get the weekly mail again')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error)
    }
    await forgetAfterSave()
  }
  return (
    <section className="sf-card sf-part sf-off-paper" aria-labelledby="late-mail">
      <h2 className="nhsuk-heading-s" id="late-mail">
        Weekly mail
      </h2>
      {failure !== null && <FailedState error={failure} />}
      <p>
        {wanted
          ? 'Each Monday you get a mail that says how much has been late for 14 days or more. It names nobody.'
          : 'You do not get the weekly mail about what has been late for 14 days or more.'}
      </p>
      <WorkButton work={change}>{wanted ? 'Stop the weekly mail' : 'Get the weekly mail'}</WorkButton>
    </section>
  )
}
