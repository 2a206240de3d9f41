import { carriedForms, type CarriedForm } from '../../../contract/care/visits/carried.ts'
import { measuredIn } from '../../../contract/pathways/records/measureSitting.ts'
import type { Capability } from '../../../contract/accounts/permissions.ts'
import { fieldMessages } from '../../../contract/platform/calls/fieldMessages.ts'
import type { RecordKindName } from '../../../contract/pathways/records/kinds.ts'
import type { RecordDeath } from '../../patients/patient/death.ts'
import type { RecordKind } from '../../pathways/records/kind.ts'
import { recordKindsOnServer } from '../../pathways/records/kinds.ts'
import { measureKind } from '../../pathways/records/measure.ts'
import { saveRecord } from '../../pathways/records/store.ts'
import type { Closing } from '../../pathways/referral/closing.ts'
import { savePathwayRow } from '../../pathways/referral/referral.ts'
import { ValidationProblem } from '../../platform/errors.ts'
import type { StaffWriting } from '../../platform/writes/write.ts'

export interface Saves {
  recordDeath: RecordDeath
  closing: Closing
}

/** Whose record it is: the appointment decides, not what was handed in. */
export interface Whose {
  pathwayId: number
  patientId: number
}

type Body = Readonly<Record<string, unknown>>

/** What a form may save. */
export const rightsOfForm = (form: CarriedForm): Capability =>
  form === 'consent' ? 'pathway.write' : 'clinical.write'

/** The part of a form's body that has its id, its version and its confirmations. */
const within = (form: CarriedForm): string | null => carriedForms[form].save.identityIn ?? null

const withFields = (form: CarriedForm, body: Body, more: Body): Body => {
  const part = within(form)
  return part === null ? { ...body, ...more } : { ...body, [part]: { ...(body[part] as Body), ...more } }
}

/** The record that it changes; 0 for a new one. */
export const recordIdOf = (form: CarriedForm, body: Body, { pathwayId }: Whose): number => {
  if (form === 'consent') return pathwayId
  const part = within(form)
  const { id } = (part === null ? body : (body[part] ?? {})) as Body
  return typeof id === 'number' ? id : 0
}

/**
 * @param asNew the record that it changes was deleted
 * @param over the version that it is saved over, instead of that which its author saw
 * @param kept answers of that version which stay
 */
export const bodyToSave = (
  form: CarriedForm,
  body: Body,
  { pathwayId, patientId }: Whose,
  {
    over,
    asNew,
    isConfirmed,
    kept = {},
  }: {
    over?: number | undefined
    asNew?: boolean | undefined
    isConfirmed?: boolean | undefined
    kept?: Body
  } = {},
): Body => {
  const version = asNew === true ? { id: 0, version: undefined } : over === undefined ? {} : { version: over }
  if (form === 'consent') {
    const { consentGiven, consentDate, version: seen } = body
    return { id: pathwayId, patientId, version: seen, consentGiven, consentDate, ...version }
  }
  const part = within(form)
  // A list beside the part that has the id, such as concerns, is not in it.
  const beside = Object.fromEntries(Object.entries(kept).filter(([name]) => part !== null && name in body))
  const inside = Object.fromEntries(Object.entries(kept).filter(([name]) => !(name in beside)))
  return withFields(
    form,
    { ...body, ...beside },
    {
      ...inside,
      pathwayId,
      ...(form === 'fall' && { patientId }),
      ...version,
      ...(isConfirmed === true && { unusualConfirmed: true, afterDeathConfirmed: true }),
    },
  )
}

/** Saves one form of a visit as its own call would. Throws what that call would answer. */
export const saveForm = async (
  writing: StaffWriting,
  { recordDeath, closing }: Saves,
  form: CarriedForm,
  body: Body,
): Promise<void> => {
  const checked = carriedForms[form].save.input.safeParse(body)
  if (!checked.success) throw new ValidationProblem(fieldMessages(checked.error))
  if (form === 'consent') {
    // Neither a discharge nor a reopening is among what a visit saves.
    await savePathwayRow(writing, carriedForms.consent.save.input.parse(body), () => false, closing)
    return
  }
  if (form === 'measure') {
    const { values, aid, ...shared } = carriedForms.measure.save.input.parse(body)
    for (const measured of measuredIn({ values, aid }))
      await saveRecord(writing, measureKind, { id: 0, ...shared, ...measured }, recordDeath)
    return
  }
  const kinds: Readonly<Record<RecordKindName, unknown>> = recordKindsOnServer
  // The schema of this very form has checked it.
  await saveRecord(writing, kinds[form] as RecordKind<unknown>, checked.data, recordDeath)
}
