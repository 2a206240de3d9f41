import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import {
  discardLetter,
  lettersOfPathway,
  type LetterDraft,
  type PathwayLetters,
} from '../../../contract/care/letters/letter.ts'
import { getLetterTemplate, saveLetterTemplate } from '../../../contract/care/letters/template.ts'
import { listOutstanding, type Outstanding } from '../../../contract/pathways/outstanding.ts'
import {
  cancelReferral,
  declineReasonMissing,
  reinstateReferral,
} from '../../../contract/pathways/referral/pathway.ts'
import { getProfile, type UserProfile } from '../../../contract/accounts/session.ts'
import { tasksOfPathway, type Task } from '../../../contract/pathways/task.ts'
import { settleTasks } from '../../pathways/tasks/settle.ts'
import { aPathway, expectSaved, type Saved } from '../../testing/world/factories.ts'
import { templateFor } from '../../testing/known/knownLetters.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'

/* A service that requires a reason and a letter when it declines a referral (decision 131), and one that does not. */

let demanding: TestService
let usual: TestService
let lead: TestUser
let administrator: TestUser
let reason: number
let died: number
beforeAll(async () => {
  demanding = await testService({ declineDemands: true })
  usual = await testService({}, {}, demanding.db)
  lead = await demanding.as('Team Lead')
  administrator = await demanding.as('System Administrator')
  const { rows } = await demanding.db.owner.query<{ id: string; code: string | null }>(
    'select id, code from declined_referral where is_active order by id',
  )
  reason = Number(rows.find(({ code }) => code !== 'died')?.id)
  died = Number(rows.find(({ code }) => code === 'died')?.id)
})
afterAll(async () => {
  await usual.app.close()
  await demanding.close()
})

const aReferral = () => aPathway(demanding, lead, { referralDate: addDays(today(), -20) })
const cancel = (id: number, more: object = {}, service = demanding) =>
  service.ask(cancelReferral, { id, cancelReferralDate: today(), ...more }, lead)
const draftsOf = async (pathwayId: number): Promise<LetterDraft[]> => {
  const { body } = await demanding.ask(lettersOfPathway, { pathwayId }, lead)
  return (body as PathwayLetters).drafts
}
const outstandingOf = async (pathwayId: number) => {
  const { body } = await demanding.ask(listOutstanding, {}, lead)
  return (body as Outstanding).rows.filter((row) => row.pathwayId === pathwayId)
}
const draftOf = async (pathwayId: number): Promise<LetterDraft> => {
  const drafts = await draftsOf(pathwayId)
  expect(drafts).toHaveLength(1)
  return drafts[0] as LetterDraft
}
/** Backdates the start of the letter by this number of days. */
const age = (id: number, days: number) =>
  demanding.db.owner.query(
    'update letter_draft set created_at = created_at - make_interval(days => $2) where id = $1',
    [id, days],
  )

describe('a service that demands reason and letter', () => {
  it('says so to its screens, and another does not', async () => {
    const demands = async (service: TestService) =>
      ((await service.ask(getProfile, {}, lead)).body as UserProfile).settings.declineDemands
    expect([await demands(demanding), await demands(usual)]).toEqual([true, false])
  })

  it.each([
    ['left out', {}],
    ['empty', { declinedReferralId: null }],
  ])('takes no cancellation with its reason %s', async (_, more) => {
    const { id } = await aReferral()
    const refused = { status: 400, body: { declinedReferralId: declineReasonMissing } }
    expect(await cancel(id, more)).toMatchObject(refused)
    expect(await draftsOf(id)).toEqual([])
    // The same rule applies to a correction.
    expectSaved('cancellation', await cancel(id, { declinedReferralId: reason }))
    expect(await cancel(id, { declinedReferralId: null })).toMatchObject(refused)
  })

  it('asks for reason and date in one refusal', async () => {
    const { id } = await aReferral()
    const { body } = await cancel(id, { cancelReferralDate: '', declinedReferralId: null })
    expect(body).toEqual({
      cancelReferralDate: 'Cancellation Date required',
      declinedReferralId: declineReasonMissing,
    })
  })

  it('begins the letter with the reason in it, once', async () => {
    const { id } = await aReferral()
    expectSaved('cancellation', await cancel(id, { declinedReferralId: reason }))
    const drafts = await draftsOf(id)
    expect(drafts).toMatchObject([{ templateId: await templateFor(demanding, 'gp', 'declined') }])
    const { rows } = await demanding.db.owner.query<{ name: string }>(
      'select name from declined_referral where id = $1',
      [reason],
    )
    expect(drafts[0]?.body).toContain(rows[0]?.name)
    // Correct, reinstate and cancel again while the letter is still open.
    expectSaved(
      'correction',
      await cancel(id, { declinedReferralId: reason, cancelReferralDate: addDays(today(), -1) }),
    )
    expectSaved('reinstatement', await demanding.ask(reinstateReferral, { id }, lead))
    expectSaved('cancellation', await cancel(id, { declinedReferralId: reason }))
    expect(await draftsOf(id)).toEqual(drafts)
  })

  it('begins none for somebody who died', async () => {
    const { id } = await aReferral()
    expectSaved('cancellation', await cancel(id, { declinedReferralId: died, deceasedDate: today() }))
    expect(await draftsOf(id)).toEqual([])
  })

  it('cancels nothing while no template is for it', async () => {
    const templates = await Promise.all(
      (['gp', 'patient'] as const).map(async (recipient) => {
        const id = await templateFor(demanding, recipient, 'declined')
        return (await demanding.ask(getLetterTemplate, { id }, administrator)).body as Saved
      }),
    )
    const use = async (isActive: boolean, versionsOn: number): Promise<void> => {
      for (const template of templates) {
        const input = { ...template, isActive, version: template.version + versionsOn } as never
        expectSaved('template', await demanding.ask(saveLetterTemplate, input, administrator))
      }
    }
    await use(false, 0)
    const { id } = await aReferral()
    const asked = await cancel(id, { declinedReferralId: reason })
    await use(true, 1)
    expect(asked).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((asked.body as { message: string }).message).toContain('no template for it is in use')
    expectSaved('cancellation', await cancel(id, { declinedReferralId: reason }))
  })
})

it('asks for neither where the service does not demand them', async () => {
  const { id } = await aReferral()
  expectSaved('cancellation', await cancel(id, {}, usual))
  expect(await draftsOf(id)).toEqual([])
})

describe('a letter that nobody signed', () => {
  it('of a closed referral is outstanding after five working days, until it is discarded', async () => {
    const { id } = await aReferral()
    expectSaved('cancellation', await cancel(id, { declinedReferralId: reason }))
    const draft = await draftOf(id)
    expect(await outstandingOf(id)).toEqual([])
    await age(draft.id, 10)
    expect(await outstandingOf(id)).toMatchObject([
      {
        what: 'letterDraft',
        id: draft.id,
        item: expect.stringContaining(`Letter: ${draft.title} (`) as string,
        toDo: 'Sign and send it, or discard it',
        closed: 'cancelled',
      },
    ])
    const { version } = draft
    expectSaved('letter', await demanding.ask(discardLetter, { id: draft.id, version, pathwayId: id }, lead))
    expect(await outstandingOf(id)).toEqual([])
  })

  it('of an open one is a task of the owner instead', async () => {
    const { id } = await aReferral()
    expectSaved('cancellation', await cancel(id, { declinedReferralId: reason }))
    await age((await draftOf(id)).id, 10)
    expectSaved('reinstatement', await demanding.ask(reinstateReferral, { id }, lead))
    await settleTasks(demanding.db.sql)
    expect(await outstandingOf(id)).toEqual([])
    const tasks = (await demanding.ask(tasksOfPathway, { pathwayId: id }, lead)).body as Task[]
    expect(tasks.filter(({ kind, closedAt }) => kind === 'letterNotSent' && closedAt === null)).toHaveLength(
      1,
    )
  })
})
