import { nextOfKinTable } from '../../patients/patient/columns.ts'
import { pathwayTable } from '../../pathways/referral/columns.ts'
import { addRows } from '../../platform/writes/addRows.ts'
import type { Frame, PlannedOfPatient, PlannedReferral } from './checks/planHistory.ts'
import { addRecords, type PlannedRecord } from './checks/planRecord.ts'

/* Stores what was planned, one kind at a time, with its traces. */

export const storeOfPatients = async (
  { writing, outcomes, made }: Frame,
  planned: readonly PlannedOfPatient[],
): Promise<void> => {
  const kin = planned.filter((each) => each.planned === null)
  const added = await addRows(
    writing,
    nextOfKinTable,
    kin.map(({ person, values }) => ({ ...values, patient_id: person.id })),
  )
  for (const [at, { person, row }] of kin.entries()) {
    const done = added[at]
    if (done === undefined) continue
    writing.trace({ patientIds: [person.id], records: [done.record] })
    made.push({ row, recordId: done.id })
    outcomes.push({ row, how: 'added', faults: [] })
  }
  const records = planned.flatMap(({ person, planned: record }) =>
    record === null ? [] : [{ person, record }],
  )
  for (const kind of new Set(records.map(({ record }) => record.kind))) {
    const ofKind = records.filter(({ record }) => record.kind === kind)
    const ids = await addRecords(
      writing,
      kind,
      ofKind.map(({ person, record }) => ({
        ...record,
        patientId: person.id,
        parentId: person.id,
        isOpen: false,
      })),
    )
    for (const [at, { record }] of ofKind.entries()) {
      const recordId = ids[at]
      if (recordId === undefined) throw new Error('A record was not stored')
      made.push({ row: record.row, recordId })
      outcomes.push({ row: record.row, how: 'added', faults: [] })
    }
  }
}

export const storeReferrals = async (frame: Frame, referrals: readonly PlannedReferral[]): Promise<void> => {
  const { writing, outcomes, made, known } = frame
  const fresh = referrals.filter(({ row }) => row !== null)
  const added = await addRows(
    writing,
    pathwayTable,
    fresh.map(({ person, values }) => ({ ...values, patient_id: person.id })),
  )
  for (const [at, referral] of fresh.entries()) {
    const done = added[at]
    if (done === undefined || referral.row === null) continue
    referral.pathwayId = done.id
    writing.trace({ patientIds: [referral.person.id], pathwayIds: [done.id], records: [done.record] })
    made.push({ row: referral.row, recordId: done.id })
    outcomes.push({ row: referral.row, how: 'added', faults: [] })
  }
  const plans = new Map<string, number>()
  const planOf = ({ row }: PlannedRecord): number => {
    const id = plans.get(row.of) ?? known.of('exercise', row.of)?.recordId
    if (id === undefined) throw new Error('An attendance was planned without its plan')
    return id
  }
  const all = referrals.flatMap((referral) => referral.records.map((record) => ({ referral, record })))
  // Plans are added before their attendances.
  const kinds = [...new Set(all.map(({ record }) => record.kind))].toSorted(
    (a, b) => Number(a === 'exerciseAttendance') - Number(b === 'exerciseAttendance'),
  )
  for (const kind of kinds) {
    const ofKind = all.filter(({ record }) => record.kind === kind)
    const ids = await addRecords(
      writing,
      kind,
      ofKind.map(({ referral: { person, pathwayId, isOpen }, record }) => ({
        ...{ ...record, patientId: person.id, isOpen },
        parentId: kind === 'exerciseAttendance' ? planOf(record) : pathwayId,
      })),
    )
    for (const [at, { record, referral }] of ofKind.entries()) {
      const id = ids[at]
      if (id === undefined) throw new Error('A record was not stored')
      if (kind === 'exercise') plans.set(record.row.key, id)
      writing.trace({ patientIds: [referral.person.id], pathwayIds: [referral.pathwayId] })
      made.push({ row: record.row, recordId: id })
      outcomes.push({ row: record.row, how: 'added', faults: [] })
    }
  }
}
