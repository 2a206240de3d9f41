import type { Expression } from 'kysely'
import type { z } from 'zod'
import type { CheckedInputOf } from '../../../contract/platform/calls/endpoint.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import type { saveOrganisation } from '../../../contract/reference/organisation.ts'
import type { PathwayInput } from '../../../contract/pathways/referral/pathway.ts'
import { nextOfKinInput, type PatientInput } from '../../../contract/patients/patient.ts'
import { frat, type fratInput, type fratReply, fratRecord } from '../../../contract/pathways/records/frat.ts'
import type { saveSavedReport } from '../../../contract/insight/savedReport.ts'
import { columnsOf, savedTable, selected, valuesOf, type ColumnsOf } from '../../platform/writes/columns.ts'
import { organisationColumns, organisationTable } from '../../reference/organisations/columns.ts'
import { pathwayColumns, pathwayTable } from '../../pathways/referral/columns.ts'
import { nextOfKinColumns, patientColumns, patientTable } from '../../patients/patient/columns.ts'
import { fratColumns, fratKind } from '../../pathways/records/frat.ts'
import { recordKind, selectFrom, stamp } from '../../pathways/records/kind.ts'
import { onPathway } from '../../pathways/records/parents.ts'
import { savedReportColumns } from '../../insight/saved/columns.ts'
import { addRow, changeRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'

/*
 * What must not compile. Each mistake has a mark above it that expects an error; where the mistake goes through, the
 * mark itself is the error, and the check of types fails. Nothing here is run.
 */

const without = <Map, Field extends keyof Map>(map: Map, field: Field): Omit<Map, Field> => {
  const { [field]: _dropped, ...others } = map
  return others
}
const expectColumns = <
  Save,
  Table extends Parameters<typeof savedTable>[0]['table'],
  NotStored extends keyof Save,
>(
  _columns: ColumnsOf<Save, Table, NotStored>,
): void => undefined

type FratSave = z.output<typeof fratInput>
type NextOfKin = z.output<typeof nextOfKinInput>
type Organisation = CheckedInputOf<typeof saveOrganisation>['organisation']
type Report = CheckedInputOf<typeof saveSavedReport>
type Own = 'id' | 'version'
type Death = 'deceasedDate' | 'deathBeforeRecordsConfirmed'
type Beside =
  'id' | 'version' | 'pathwayId' | 'patientId' | 'afterDeathConfirmed' | 'unusualConfirmed' | Death
type Asked =
  'id' | 'version' | 'deathBeforeRecordsConfirmed' | 'notDuplicateOf' | 'unusualConfirmed' | 'pdsTraceId'
type AskedOfPathway =
  | 'id'
  | 'version'
  | 'secondReferral'
  | 'afterDeathConfirmed'
  | 'openPlansConfirmed'
  | 'bookedAppointments'
  | 'bookedIds'
  | 'unusualConfirmed'
  | Death

/** The line of one field deleted from its map. */
export const aFieldDeleted = (): void => {
  expectColumns<FratSave, 'frat', Beside>(fratColumns)
  // @ts-expect-error locationId has no column
  expectColumns<FratSave, 'frat', Beside>(without(fratColumns, 'locationId'))
  expectColumns<PatientInput, 'patient', Asked>(patientColumns)
  // @ts-expect-error postcode has no column
  expectColumns<PatientInput, 'patient', Asked>(without(patientColumns, 'postcode'))
  // @ts-expect-error relationship has no column
  expectColumns<NextOfKin, 'next_of_kin', Own>(without(nextOfKinColumns, 'relationship'))
  // @ts-expect-error dischargedTo has no column
  expectColumns<PathwayInput, 'pathway', AskedOfPathway>(without(pathwayColumns, 'dischargedTo'))
  // @ts-expect-error town has no column
  expectColumns<Organisation, 'organisation', 'version'>(without(organisationColumns, 'town'))
  // @ts-expect-error suppress has no column
  expectColumns<Report, 'saved_report', Own>(without(savedReportColumns, 'suppress'))
}

/** A field added to the contract only. */
export const aFieldAdded = (): void => {
  // @ts-expect-error gaitSpeed has no column
  expectColumns<FratSave & { gaitSpeed?: number | null }, 'frat', Beside>(fratColumns)
  // @ts-expect-error preferredLanguage has no column
  expectColumns<PatientInput & { preferredLanguage?: string | null }, 'patient', Asked>(patientColumns)
  savedTable({
    table: 'patient',
    entity: 'patient',
    columns: patientColumns,
    // @ts-expect-error postcode has no label
    labels: without(labels.patient, 'postcode'),
  })
}

/** A column that is not there, or that holds something else. */
export const aColumnMisspelt = async (writing: Writing): Promise<void> => {
  // @ts-expect-error no such column
  expectColumns<FratSave, 'frat', Beside>({ ...fratColumns, locationId: 'locaton_id' })
  // @ts-expect-error a number into a column of text
  expectColumns<PatientInput, 'patient', Asked>({ ...patientColumns, genderId: 'town' })
  savedTable({
    table: 'next_of_kin',
    entity: 'nextOfKin',
    // @ts-expect-error namePrefix is stored in name_prefix_id
    columns: columnsOf(nextOfKinInput.shape, ['id', 'version']),
    labels: labels.nextOfKin,
  })
  const row = { ...patientTable, id: 1, version: 1, patientId: 1 }
  await changeRow(writing, { ...row, values: { postcode: 'LS1 4AB' } })
  // @ts-expect-error no such column
  await changeRow(writing, { ...row, values: { postcde: 'LS1 4AB' } })
  const putTogether = { ...valuesOf({ town: 'town' }, { town: 'Leeds' }), is_actve: false }
  // @ts-expect-error no such column, nor in an object that was put together before
  await changeRow(writing, { ...row, values: putTogether })
  // @ts-expect-error none of these columns can be empty
  await changeRow(writing, { ...row, values: { family_name: null } })
  // @ts-expect-error the table asks for more than this
  await addRow(writing, { ...pathwayTable, values: { comments: 'Uses a frame' }, patientId: 1 })
  // @ts-expect-error an organisation's id is its code
  await changeRow(writing, { ...organisationTable, id: 1, version: 1, values: {}, patientId: null })
}

const ofPathway = selectFrom('frat as record')
  .innerJoin('pathway', 'pathway.id', 'record.pathway_id')
  .leftJoin('app_user as recorder', 'recorder.id', 'record.updated_by')
  .select(stamp)

type Shown = Expression<Omit<z.input<typeof fratReply>, 'names'>>

/** A select that names a column wrongly, or does not answer what the reply asks for. */
export const aSelectMisspelt = () => {
  // @ts-expect-error no such column
  ofPathway.select('record.assesment_date as assessmentDate')
  // @ts-expect-error no such column
  ofPathway.select(selected('record', { ...fratColumns, locationId: 'locaton_id' } as const))
  const complete: Shown = ofPathway.select(selected('record', fratColumns))
  const dropped = ofPathway.select(selected('record', without(fratColumns, 'assessmentDate')))
  // @ts-expect-error the reply has assessmentDate
  const shown: Shown = dropped.select('record.assessment_date as assesmentDate')
  const declared = {
    ...fratKind,
    table: 'frat',
    columns: fratColumns,
    labels: fratRecord.labels,
    parent: onPathway,
    days: [],
  } as const
  recordKind(frat, {
    ...declared,
    // @ts-expect-error the reply has names
    select: complete,
  })
  return shown
}
