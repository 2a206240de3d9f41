import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button, Select } from 'nhsuk-react-components'
import { useState } from 'react'
import { daysBetween, today } from '../../../contract/platform/dates/dates.ts'
import { formatCount, formatName, formatNhsNumber } from '../../../contract/platform/words/format.ts'
import { assignOwner, type Caseloads, type OwnedReferral } from '../../../contract/pathways/owner.ts'
import { stageTitles } from '../../../contract/stages/stage.ts'
import { ApiError, call } from '../../platform/calls/api.ts'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { useMay } from '../../platform/session/session.ts'
import { BusyWords } from '../../platform/ui/BusyWords.tsx'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import { FlagChips } from '../../platform/ui/FlagChips.tsx'
import { PaperIdentity } from '../../platform/ui/PaperIdentity.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { useOneAtATime } from '../../platform/ui/useOneAtATime.ts'
import { clinicianChoices } from './clinicianChoices.ts'
import { referralsInWords } from '../../../contract/pathways/ownedInWords.ts'
import { ownedQuery } from './ownerQueries.ts'

interface OwnedReferralsProps {
  /** Undefined: the referrals in Unowned. */
  clinicianId: number | undefined
  isInService: boolean
  counts: Caseloads
}

/**
 * The referrals of one owner, or those in Unowned, longest wait first. A Team Lead can give some of them to another
 * clinician.
 */
export const OwnedReferrals = ({ clinicianId, isInService, counts }: OwnedReferralsProps) => {
  const { data: owned, error, refetch } = useQuery(ownedQuery(clinicianId))
  const mayAssign = useMay('owner.assign')
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  if (owned === undefined)
    return <LoadingOrFailed what="referrals" shape="lines" error={error} refetch={refetch} />
  const { total, rows } = owned
  if (total === 0) return null
  const shown = rows.filter(({ pathwayId }) => ticked.has(pathwayId)).map(({ pathwayId }) => pathwayId)
  const tick = (pathwayId: number, isTicked: boolean): void => {
    const next = new Set(ticked)
    if (isTicked) next.add(pathwayId)
    else next.delete(pathwayId)
    setTicked(next)
  }
  return (
    <>
      {mayAssign && (
        <Assign
          pathwayIds={shown}
          // The owner of this list. Referrals of a clinician who has left are in Unowned.
          from={isInService ? (clinicianId ?? null) : null}
          counts={counts}
          done={() => setTicked(new Set())}
        />
      )}
      {rows.length < total && (
        <p className="sf-quiet">
          The {rows.length} that have waited longest, of {formatCount(total)}.
        </p>
      )}
      <div className="sf-scroll" role="region" aria-label="Referrals, table" tabIndex={0}>
        <table className="sf-table sf-table--stacks sf-table--people" role="table">
          <thead>
            <tr>
              {mayAssign && (
                <th scope="col">
                  <label className="sf-tick">
                    <input
                      type="checkbox"
                      checked={shown.length === rows.length}
                      onChange={({ target }) =>
                        setTicked(new Set(target.checked ? rows.map(({ pathwayId }) => pathwayId) : []))
                      }
                    />{' '}
                    All
                  </label>
                </th>
              )}
              <th scope="col">Patient</th>
              <th scope="col">Stage</th>
              <th scope="col">Waiting</th>
              <th scope="col">Team</th>
              <th scope="col">
                <span className="nhsuk-u-visually-hidden">Action</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row
                key={row.pathwayId}
                row={row}
                isTicked={ticked.has(row.pathwayId)}
                tick={mayAssign ? tick : null}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

interface RowProps {
  row: OwnedReferral
  isTicked: boolean
  tick: ((pathwayId: number, isTicked: boolean) => void) | null
}

const Row = ({ row, isTicked, tick }: RowProps) => {
  const { pathwayId, patientId, stage, since, team, left } = row
  const name = formatName(row)
  return (
    <tr role="row">
      {tick !== null && (
        <td role="cell">
          <label className="sf-tick">
            <input
              type="checkbox"
              checked={isTicked}
              onChange={({ target }) => tick(pathwayId, target.checked)}
            />
            <span className="nhsuk-u-visually-hidden">Choose {name}</span>
          </label>
        </td>
      )}
      <td role="cell" data-label="Patient">
        <div>
          <strong translate="no">{name}</strong>{' '}
          {row.nhsNumber !== null && (
            <span className="sf-quiet sf-nowrap sf-off-paper" translate="no">
              {formatNhsNumber(row.nhsNumber)}
            </span>
          )}
          <PaperIdentity person={row} />
          {left !== null && <span className="sf-quiet"> · was {left}’s</span>}
          <FlagChips chips={row.flags ?? []} />
        </div>
      </td>
      <td role="cell" data-label="Stage">
        <div>{stageTitles[stage]}</div>
      </td>
      <td role="cell" data-label="Waiting">
        <div>{since === null ? 'not known' : waiting(since)}</div>
      </td>
      <td role="cell" data-label="Team">
        <div>{team}</div>
      </td>
      <td role="cell" className="sf-table__action">
        <Link
          className="sf-button"
          to="/falls/pathway/view"
          search={{ id: pathwayId, patientId }}
          aria-label={`View ${name}`}
        >
          View
        </Link>
      </td>
    </tr>
  )
}

const waiting = (since: string): string => {
  const days = Math.max(0, daysBetween(since, today()))
  return days === 1 ? '1 day' : `${formatCount(days)} days`
}

interface AssignProps {
  pathwayIds: number[]
  from: number | null
  counts: Caseloads
  done: () => void
}

const Assign = ({ pathwayIds, from, counts, done }: AssignProps) => {
  const [to, setTo] = useState('')
  const [failure, setFailure] = useState<ApiError | null>(null)
  const { isBusy, run } = useOneAtATime()
  const choices = clinicianChoices(counts, from ?? undefined) ?? []
  const missing =
    pathwayIds.length === 0 ? 'Tick the referrals first.' : to === '' ? 'Choose an owner first.' : null
  const assign = async (): Promise<void> => {
    if (missing !== null) return setFailure(new ApiError(0, missing))
    try {
      const { referrals } = await call(assignOwner, { pathwayIds, clinicianId: Number(to), from })
      setFailure(null)
      done()
      await forgetAfterSave()
      toast(`${referralsInWords(referrals)} given to their new owner`)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error)
      await forgetAfterSave()
    }
  }
  return (
    <div className="sf-assign">
      {failure !== null && <FailedState error={failure} />}
      <Select
        id="assign-to"
        label={`Give ${pathwayIds.length === 0 ? 'the ticked referrals' : referralsInWords(pathwayIds.length)} to`}
        value={to}
        onChange={({ currentTarget }) => setTo(currentTarget.value)}
      >
        <Select.Option value="">Choose…</Select.Option>
        {choices.map(({ id, name }) => (
          <Select.Option key={id} value={String(id)}>
            {name}
          </Select.Option>
        ))}
      </Select>
      <Button type="button" secondary aria-disabled={isBusy} onClick={() => void run(assign)}>
        <BusyWords isBusy={isBusy}>Give</BusyWords>
      </Button>
    </div>
  )
}
