import { expect } from 'vitest'
import { personAnswers, type PersonAnswer } from '../../../../contract/care/person/answer.ts'
import { tasksOfPathway, type Task } from '../../../../contract/pathways/task.ts'
import type { TestService } from '../../../testing/process/service.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { aLink, birthOf } from './aLink.ts'
import { aVisitor, type Answer, type Visitor } from './visitor.ts'

/**
 * A browser in which the own page of a patient is open, by a link on paper.
 * @param more who acts for the person
 */
export const opened = async (
  service: TestService,
  user: TestUser,
  patientId: number,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Visitor> => {
  const { code } = await aLink(service, user, patientId, more)
  const visitor = aVisitor(service.app)
  const answer = await visitor.open(code, await birthOf(service, patientId))
  expect(answer).toMatchObject({ status: 303, to: '/my/home' })
  return visitor
}

/** What the form of a page with this address sends: its hidden boxes. */
export const hiddenOf = ({ page }: Answer, action: string, nth = 0): Record<string, string> => {
  const forms = page
    .split('<form')
    .slice(1)
    .map((rest) => rest.split('</form>')[0] ?? '')
  const form = forms.filter((each) => each.includes(`action="/my/${action}"`))[nth] ?? ''
  return Object.fromEntries(
    [...form.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )
}

export const answersOf = async (
  service: TestService,
  user: TestUser,
  pathwayId: number,
): Promise<PersonAnswer[]> => (await service.ask(personAnswers, { pathwayId }, user)).body as PersonAnswer[]

/** Texts of the open tasks that somebody, or the page, recorded. */
export const openTasksOf = async (
  service: TestService,
  user: TestUser,
  pathwayId: number,
): Promise<string[]> =>
  ((await service.ask(tasksOfPathway, { pathwayId }, user)).body as Task[])
    .filter(({ kind, closedAt }) => kind === 'manual' && closedAt === null)
    .map(({ text }) => text)
