import { expect } from 'vitest'
import { givePersonLink, paperLink } from '../../../../contract/care/person/link.ts'
import type { TestService } from '../../../testing/process/service.ts'
import type { TestUser } from '../../../testing/world/users.ts'

export const birthOf = async ({ db }: TestService, patientId: number): Promise<string> => {
  const { rows } = await db.owner.query<{ birth: string }>(
    `select date_of_birth::text as birth from patient where id = $1`,
    [patientId],
  )
  return rows[0]?.birth ?? ''
}

/** Gives a link on paper. @returns its id, and the code as it is printed */
export const aLink = async (
  service: TestService,
  user: TestUser,
  patientId: number,
  more: Record<string, unknown> = {},
): Promise<{ id: number; code: string }> => {
  const answer = await service.ask(givePersonLink, { patientId, way: 'paper', ...more } as never, user)
  expect(answer).toMatchObject({ status: 200 })
  const { id } = answer.body as { id: number }
  const paper = await service.ask(paperLink, { id }, user)
  return { id, code: (paper.body as { code: string }).code }
}
