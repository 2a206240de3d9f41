import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { formatDateTime, formatName, formatNhsNumber } from '../../../contract/platform/words/format.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import {
  endRestriction,
  endRestrictionForm,
  restrictForm,
  restrictionKinds,
  restrictionTitle,
  restrictRecord,
  type Restriction,
} from '../../../contract/governance/restriction.ts'
import { call } from '../../platform/calls/api.ts'
import { usePatientOrNew } from '../../patients/frames/PatientFrame.tsx'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { SelectField } from '../../platform/ui/SelectField.tsx'
import { TextAreaField } from '../../platform/ui/TextAreaField.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { useCreateKey } from '../../platform/ui/useCreateKey.ts'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { forgetRestrictions, patientRestrictionsQuery, restrictionsQuery } from './restrictionQueries.ts'

/** Shows whether this record is restricted, and sets or ends the restriction. */
export const PatientRestriction = () => {
  const { id = 0 } = useSearch({ from: '/falls/patient' })
  const patient = usePatientOrNew()
  const { data, error, refetch } = useQuery(patientRestrictionsQuery(id))
  return (
    <>
      <PageTitle>Who may open this record</PageTitle>
      {patient === null && <Whose patientId={id} />}
      <p className="sf-purpose">
        A restricted record opens for users who have a part in the care. Everybody else must first give a
        reason, and Information Governance reads the reasons. On lists the name stays; address and telephone
        number are left out.
      </p>
      {data === undefined ? (
        <LoadingOrFailed what="record" error={error} refetch={refetch} />
      ) : (
        <section className="sf-card sf-part" aria-labelledby="restrictions">
          <h2 className="nhsuk-heading-m" id="restrictions">
            Restriction
          </h2>
          {data.every(({ endedAt }) => endedAt !== null) && <p>This record is not restricted.</p>}
          {data.map((restriction) => (
            <One key={restriction.id} restriction={restriction} patientId={id} />
          ))}
          {data.every(({ endedAt }) => endedAt !== null) && <Restrict patientId={id} />}
        </section>
      )}
    </>
  )
}

/** Shown in place of the banner to a user who has not opened the record. */
const Whose = ({ patientId }: { patientId: number }) => {
  const { data } = useQuery(restrictionsQuery)
  const row = data?.find((each) => each.patientId === patientId)
  return (
    row !== undefined && (
      <p translate="no">
        <strong>{formatName(row)}</strong> <span className="sf-nowrap">{formatNhsNumber(row.nhsNumber)}</span>
      </p>
    )
  )
}

const forget = async (): Promise<void> => {
  await Promise.all([forgetRestrictions(), forgetAfterSave()])
}

const One = ({ restriction, patientId }: { restriction: Restriction; patientId: number }) => {
  const { kind, reason, setAt, setBy, endedAt, endedBy, endedNote } = restriction
  return (
    <div>
      <p>
        <strong>{restrictionTitle(kind)}</strong>. {reason} ({formatDateTime(setAt)}, {setBy})
        {endedAt !== null && `. Ended ${formatDateTime(endedAt)} by ${endedBy}: ${endedNote}`}
      </p>
      {endedAt === null && <End restriction={restriction} patientId={patientId} />}
    </div>
  )
}

const Restrict = ({ patientId }: { patientId: number }) => {
  const create = useCreateKey()
  const form = useZodForm(restrictForm, { kind: '' as never, reason: '' })
  return (
    <FormFrame
      form={form}
      holdsWork
      className="sf-form"
      submit="Restrict this record"
      onSave={async (values) => {
        await create((options) => call(restrictRecord, { patientId, ...values }, options))
        toast('The record is restricted')
        await forget()
      }}
    >
      <SelectField
        form={form}
        name="kind"
        label={labels.restriction.kind}
        options={restrictionKinds.map(({ code, title }) => ({ id: code, name: title }))}
      />
      <TextAreaField form={form} name="reason" label={labels.restriction.reason} rows={2} />
    </FormFrame>
  )
}

const End = ({
  restriction: { id, version },
  patientId,
}: {
  restriction: Restriction
  patientId: number
}) => {
  const form = useZodForm(endRestrictionForm, { endedNote: '' })
  return (
    <FormFrame
      form={form}
      holdsWork
      className="sf-form"
      submit="End the restriction"
      onSave={async (values) => {
        await call(endRestriction, { id, version, patientId, ...values })
        toast('The record is open again')
        await forget()
      }}
    >
      <TextAreaField form={form} name="endedNote" label={labels.restriction.endedNote} rows={2} />
    </FormFrame>
  )
}
