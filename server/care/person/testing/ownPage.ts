import { expect } from 'vitest'
import { givePersonLink, paperLink } from '../../../../contract/care/person/link.ts'
import type { TestService } from '../../../testing/process/service.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { aVisitor, type Visitor } from './visitor.ts'

/** Somebody who opened the page of this patient by a link on paper. @param more who acts for the person */
export const anOwnPage = async (
  service: TestService,
  staff: TestUser,
  patientId: number,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Visitor> => {
  const { rows } = await service.db.owner.query<{ birth: string }>(
    `select date_of_birth::text as birth from patient where id = $1`,
    [patientId],
  )
  const given = await service.ask(givePersonLink, { patientId, way: 'paper', ...more } as never, staff)
  const paper = await service.ask(paperLink, { id: (given.body as { id: number }).id }, staff)
  const visitor = aVisitor(service.app)
  const { to } = await visitor.open((paper.body as { code: string }).code, rows[0]?.birth ?? '')
  expect(to).toBe('/my/home')
  return visitor
}
