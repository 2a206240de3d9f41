import { expect, type APIRequestContext } from '@playwright/test'
import type { PathwayLetters } from '../../contract/care/letters/letter.ts'
import { monthsToReturn, type SubmissionDetail } from '../../contract/insight/csds/submission.ts'
import { beginNow, withDatabase } from '../database.ts'
import type { ScreenSubjects } from '../everyScreen.ts'
import { asUser } from '../people.ts'

/* What pictures show of work that the product does by itself. */

/** The letter of the pictures has arrived by MESH, with its steps. */
export const sendTheLetter = async (
  request: APIRequestContext,
  dataFolder: string,
  { pathwayId, patientId, ids: { letterId } }: ScreenSubjects,
): Promise<void> => {
  const ask = await asUser(request, 'teamlead')
  const administer = await asUser(request, 'sysadmin')
  const { registeredGP } = await ask<{ registeredGP: string }>(`/api/patient/get?id=${patientId}`)
  const addresses = await administer<{ organisationId: string }[]>('/api/letterAddress/all')
  const before = addresses.find(({ organisationId }) => organisationId === registeredGP)
  await administer('/api/letterAddress/save', {
    ...(before ?? { id: 0, organisationId: registeredGP, email: null, isSecure: false, meshMailbox: null }),
    meshForm: 'sendDocument',
  })
  await ask('/api/letter/send', { id: letterId, pathwayId, way: 'mesh' })
  // Due by the clock of the database, which is far ahead of that of the pictures.
  await withDatabase(dataFolder, (client) =>
    client.query(`update letter_dispatch set next_at = '2026-01-01' where letter_id = $1`, [letterId]),
  )
  const stateOf = async () => {
    const { letters } = await ask<PathwayLetters>(`/api/letter/ofPathway?pathwayId=${pathwayId}`)
    return letters.find(({ id }) => id === letterId)?.dispatches[0]?.state
  }
  await beginNow(dataFolder, 'sendLetters')
  await expect.poll(stateOf).toBe('accepted')
  await beginNow(dataFolder, 'readMeshInbox')
  await expect.poll(stateOf).toBe('arrived')
}

/** A primary submission of the national return, of the month before this day. */
export const makeTheReturn = async (request: APIRequestContext, day: string): Promise<number> => {
  const ask = await asUser(request, 'teamlead')
  const { id } = await ask<{ id: number }>('/api/csds/start', {
    month: monthsToReturn(day)[0],
    kind: 'primary',
  })
  await expect.poll(async () => (await ask<SubmissionDetail>(`/api/csds/get?id=${id}`)).state).toBe('ready')
  return id
}
