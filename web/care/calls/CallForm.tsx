import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import {
  callDueInWords,
  isLateCall,
  type CallListRow,
} from '../../../contract/pathways/worklists/callList.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
import {
  formatBorn,
  formatDate,
  formatDateTime,
  formatName,
  formatNhsNumber,
} from '../../../contract/platform/words/format.ts'
import { outcomeTitle } from '../../../contract/stages/callOutcome.ts'
import { followup, followupForm } from '../../../contract/pathways/records/followup.ts'
import { timesOfDay } from '../../../contract/pathways/records/timeOfDay.ts'
import { call } from '../../platform/calls/api.ts'
import type { UseFormReturn } from 'react-hook-form'
import { followupOfTold } from '../../../contract/care/person/questionsTaken.ts'
import { FollowupFields } from '../../pathways/records/FollowupFields.tsx'
import { followupToSend, followupValues, type FollowupValues } from '../../pathways/records/followupValues.ts'
import { FlagChips } from '../../platform/ui/FlagChips.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { ConfirmField } from '../../platform/ui/ConfirmField.tsx'
import { useCreateKey } from '../../platform/ui/useCreateKey.ts'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { ToldBeside } from '../../pathways/records/ToldBeside.tsx'
import { CallKnown } from './CallKnown.tsx'
import type { SavedCall } from './UndoCall.tsx'
import { Telephone } from '../../platform/ui/Telephone.tsx'

interface CallFormProps {
  row: CallListRow
  /** The clinician of the last call saved here, preselected. */
  clinicianId: string
  /** True once the screen has moved on from another person. */
  hasMoved: boolean
  onSaved: (saved: SavedCall) => Promise<void>
}

/**
 * The form for a call to one person on the list. Date and outcome are prefilled, and saving moves to the next person.
 */
export const CallForm = ({ row, clinicianId, hasMoved, onSaved }: CallFormProps) => {
  const form = useZodForm(followupForm, followupValues(null, { callDate: today(), clinicianId }))
  const create = useCreateKey()
  return (
    <section className="sf-calls__call" aria-labelledby="rung">
      <div>
        <Person row={row} hasMoved={hasMoved} />
      </div>
      <CallKnown row={row} />
      <FormFrame
        form={form}
        guarded
        className="sf-form"
        submit="Save and next"
        onSave={async (values) => {
          const { pathwayId, patientId } = row
          const sent = { ...followupToSend(values), id: 0, pathwayId, patientId }
          const { id, version } = await create((options) => call(followup.save, sent, options))
          await onSaved({ row, id, version, clinicianId: String(values.clinicianId), left: leftBy(sent) })
        }}
      >
        {row.isWithheld !== true && (
          <ToldBeside
            pathwayId={row.pathwayId}
            form={form as unknown as UseFormReturn}
            fill={followupOfTold}
          />
        )}
        <FollowupFields
          form={form}
          record={null}
          tries={row.tries}
          countsFrom={row.countsFrom}
          isDeathKnown={false}
        />
        <ConfirmField form={form} name="unusualConfirmed" />
      </FormFrame>
    </section>
  )
}

/** What stays on the patient if the call is undone. */
const leftBy = ({ redFlags, redFlagHeard, deceasedDate }: FollowupValues): string =>
  [
    redFlagHeard === true || (redFlags?.length ?? 0) > 0 ? 'Its red flag stays on the patient.' : '',
    deceasedDate == null ? '' : 'The date of death stays on the patient.',
  ]
    .filter(Boolean)
    .join(' ')

/** The person to ring, the number, and what is known of earlier attempts. */
const Person = ({ row, hasMoved }: Pick<CallFormProps, 'row' | 'hasMoved'>) => {
  const now = today()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!hasMoved) return
    // The pressed button is far below and no longer there, so move the focus to the start of the next person.
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }, [hasMoved])
  const time = timesOfDay.find(({ code }) => code === row.nextTryTime)?.title.toLowerCase()
  return (
    <>
      <h2 className="nhsuk-heading-m" id="rung" tabIndex={-1} ref={heading} translate="no">
        {formatName(row)}
      </h2>
      <FlagChips chips={row.flags} />
      <p className="sf-calls__who">
        <span>
          Born <strong>{formatBorn(row.dateOfBirth)}</strong>
        </span>
        <span>
          NHS No. <strong translate="no">{formatNhsNumber(row.nhsNumber)}</strong>
        </span>
        <Link
          to="/falls/pathway/view"
          search={{ id: row.pathwayId, patientId: row.patientId, section: 'followup' }}
        >
          Open the pathway
        </Link>
      </p>
      <p>
        {row.telephone === null ? (
          'No telephone number is recorded.'
        ) : (
          <Telephone said={row.telephone} verb="Ring " className="sf-calls__number" />
        )}
      </p>
      {row.saidOnPage != null && (
        <p>
          <strong>
            Said on their page on {formatDateTime(row.saidOnPage.at)}: {row.saidOnPage.words}
          </strong>
        </p>
      )}
      <p>
        {row.stage === 'awaitingFollowup' ? 'First' : 'Second'} follow-up,{' '}
        <span className={isLateCall(row, now) ? 'sf-calls__late' : ''}>{callDueInWords(row, now)}</span>
        {time !== undefined && `, try in the ${time}`}.
        {row.tries > 0 &&
          ` Tried ${row.tries === 1 ? 'once' : `${row.tries} times`}, last on ${formatDate(row.lastTryDate)}: ${outcomeTitle(row.lastOutcome)?.toLowerCase() ?? ''}.`}
      </p>
    </>
  )
}
