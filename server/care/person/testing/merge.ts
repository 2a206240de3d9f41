import { getMerge, mergePatients, undoMerge, type MergeView } from '../../../../contract/governance/merge.ts'
import { getPatient, type PatientView } from '../../../../contract/patients/patient.ts'
import type { TestService } from '../../../testing/process/service.ts'
import { expectSaved } from '../../../testing/world/factories.ts'
import type { TestUser } from '../../../testing/world/users.ts'

/** Merges a record into another. @returns the id of the merge */
export const merge = async (
  service: TestService,
  user: TestUser,
  { stays, goes }: { stays: number; goes: number },
): Promise<number> => {
  const versionOf = async (id: number) =>
    ((await service.ask(getPatient, { id }, user)).body as PatientView).version
  const answer = await service.ask(
    mergePatients,
    {
      ...{ survivorId: stays, mergedId: goes, takes: [] },
      ...{ survivorVersion: await versionOf(stays), mergedVersion: await versionOf(goes) },
    },
    user,
  )
  expectSaved('merged', answer)
  return (answer.body as { mergeId: number }).mergeId
}

export const separate = async (service: TestService, user: TestUser, id: number): Promise<void> => {
  const { merge: row, since } = (await service.ask(getMerge, { id }, user)).body as MergeView
  const seen = since.map(({ key }) => key)
  expectSaved('undone', await service.ask(undoMerge, { id, version: row.version, seen }, user))
}
