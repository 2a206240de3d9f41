import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  lettersOfPathway,
  printLetters,
  type PathwayLetters,
} from '../../../../contract/care/letters/letter.ts'
import { deleteDocument } from '../../../../contract/pathways/document.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import { addLetterhead, addPractice, letterSteps } from '../../../testing/world/letterSteps.ts'
import { expectSaved } from '../../../testing/world/factories.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { opened } from '../testing/opened.ts'
import type { Visitor } from '../testing/visitor.ts'

let service: TestService
let lead: TestUser
let person: { pathwayId: number; patientId: number }
let visitor: Visitor
beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
  await addPractice(service)
  await addLetterhead(service, await service.as('System Administrator'))
})
afterAll(() => service.close())

const { aReferral, signComposed, sign } = letterSteps(() => ({ service, clinician: lead }))

beforeEach(async () => {
  person = await aReferral()
  visitor = await opened(service, lead, person.patientId)
})

const print = async (id: number) => expectSaved('print', await service.ask(printLetters, { ids: [id] }, lead))

/** A letter that was signed and printed. */
const sent = async (pathwayId: number, recipient: 'patient' | 'gp'): Promise<number> => {
  const answer = await signComposed(pathwayId, recipient, recipient === 'gp' ? 'declined' : 'accepted', {
    concernsConfirmed: true,
  })
  const { id } = expectSaved('letter', answer)
  await print(id)
  return id
}

describe('the letters of a person', () => {
  it('are on their page as words and as the file that was sent', async () => {
    const id = await sent(person.pathwayId, 'patient')
    expect((await visitor.get('/my/home')).page).toContain('Read the letter that we sent you')
    const list = await visitor.get('/my/letters')
    expect(list.page).toContain(`href="/my/letter?id=${id}"`)
    const letter = await visitor.get(`/my/letter?id=${id}`)
    expect(letter.status).toBe(200)
    expect(letter.page).toContain('Fernhill Falls Service')
    const paper = await visitor.get(`/my/letter-paper?id=${id}`)
    expect(paper).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': 'inline; filename="letter.pdf"',
        'cache-control': 'no-store',
      },
    })
    expect(paper.page).toMatch(/^%PDF/)
  })

  it('are in the audit trail as opened by the person, each by its number', async () => {
    const id = await sent(person.pathwayId, 'patient')
    await visitor.get(`/my/letter?id=${id}`)
    await visitor.get(`/my/letter-paper?id=${id}`)
    const { rows } = await service.db.owner.query<{ action: string }>(
      `select action, criteria, records from audit_event where kind = 'read' and user_id is null and $1 = any(patient_ids)
         and records @> $2::jsonb order by id`,
      [person.patientId, JSON.stringify([{ entity: 'letter', id }])],
    )
    expect(rows).toMatchObject([
      { action: 'own page, letter', criteria: { by: 'person' } },
      { action: 'own page, letter-paper', criteria: { by: 'person' } },
    ])
  })

  it.each([
    ['to the practice', () => sent(person.pathwayId, 'gp')],
    ['of somebody else', async () => sent((await aReferral()).pathwayId, 'patient')],
    [
      'that did not leave',
      async () => expectSaved('letter', await signComposed(person.pathwayId, 'patient', 'accepted')).id,
    ],
    [
      'that was deleted',
      async () => {
        const id = await sent(person.pathwayId, 'patient')
        const { letters } = (await service.ask(lettersOfPathway, { pathwayId: person.pathwayId }, lead))
          .body as PathwayLetters
        const documentId = letters.find((each) => each.id === id)?.documentId ?? 0
        expectSaved('document', await service.ask(deleteDocument, { id: documentId, version: 1 }, lead))
        return id
      },
    ],
    [
      'that another letter replaces',
      async () => {
        const id = await sent(person.pathwayId, 'patient')
        const { letters } = (await service.ask(lettersOfPathway, { pathwayId: person.pathwayId }, lead))
          .body as PathwayLetters
        const first = letters.find((each) => each.id === id)
        const { templateId, title, body } = first ?? { templateId: 0, title: '', body: '' }
        expectSaved(
          'correction',
          await sign({
            pathwayId: person.pathwayId,
            templateId,
            title,
            body: `${body} Now right.`,
            correctsId: id,
          }),
        )
        return id
      },
    ],
    [
      'of somebody who is not safe at home',
      async () => {
        const id = await sent(person.pathwayId, 'patient')
        await service.db.owner.query(
          `insert into patient_restriction (patient_id, kind, reason) values ($1, 'safety', 'Not safe at home')`,
          [person.patientId],
        )
        return id
      },
    ],
  ])('do not include one %s', async (_, letter) => {
    const id = await letter()
    expect((await visitor.get('/my/letters')).page).not.toContain(`/my/letter?id=${id}`)
    expect((await visitor.get(`/my/letter?id=${id}`)).status).toBe(404)
    expect((await visitor.get(`/my/letter-paper?id=${id}`)).status).toBe(404)
  })

  it.each(['', '?id=0', '?id=x', '?id=1%20or%201', '?id=99999999999999999999'])(
    'are not at /my/letter%s',
    async (query) => {
      expect((await visitor.get(`/my/letter${query}`)).status).toBe(404)
    },
  )
})
