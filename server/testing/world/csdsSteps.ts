import { parse } from 'csv-parse/sync'
import { expect } from 'vitest'
import {
  downloadSubmission,
  getSubmission,
  startSubmission,
  type SubmissionDetail,
  type SubmissionKind,
} from '../../../contract/insight/csds/submission.ts'
import { idempotencyKeyHeader } from '../../../contract/accounts/session.ts'
import { workOnSubmission } from '../../insight/csds/work.ts'
import type { TestService } from '../process/service.ts'
import { unzipped } from '../reading/unzipped.ts'
import type { TestUser } from './users.ts'

/** A line of a file of the national return: its fields by name. */
export type Line = Record<string, string>
export type Content = ReadonlyMap<string, Line[]>
export const rowsIn = (content: Content, table: string): Line[] => content.get(table) ?? []

let asked = 0

/** Making and reading the national return, as the user. */
export const csdsSteps = (service: TestService, user: TestUser) => {
  const start = (month: string, kind: SubmissionKind) =>
    service.ask(startSubmission, { month, kind }, user, { [idempotencyKeyHeader]: `csds-${(asked += 1)}` })
  const work = (id: number) => workOnSubmission(service.parts, id, new AbortController().signal)
  const archive = (id: number) =>
    service.app.inject({
      method: 'GET',
      url: `${downloadSubmission.path}?id=${id}`,
      headers: { authorization: `Bearer ${user.accessToken}` },
    })
  return {
    start,
    work,
    archive,
    made: async (month: string, kind: SubmissionKind): Promise<number> => {
      const { status, body } = await start(month, kind)
      expect({ status, body }).toMatchObject({ status: 200 })
      const { id } = body as { id: number }
      await work(id)
      return id
    },
    seen: async (id: number): Promise<SubmissionDetail> => {
      const { status, body } = await service.ask(getSubmission, { id }, user)
      expect({ status, body }).toMatchObject({ status: 200, body: { failure: null, state: 'ready' } })
      return body as SubmissionDetail
    },
    contentOf: async (id: number): Promise<Content> => {
      const { rawPayload } = await archive(id)
      const files = await unzipped(rawPayload)
      return new Map(
        [...files]
          .filter(([name]) => name.endsWith('.csv'))
          .map(([name, body]) => [name.replace('.csv', ''), parse(body, { columns: true }) as Line[]]),
      )
    },
  }
}
