import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { givePersonLink, personLinks } from '../../../../contract/care/person/link.ts'
import { listOutstanding, type Outstanding } from '../../../../contract/pathways/outstanding.ts'
import { closeTask } from '../../../../contract/pathways/task.ts'
import { deliver } from '../../../testing/process/messages.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import { aGround, type Ground } from '../../../testing/values/recordCases.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { openTasksOf } from '../testing/opened.ts'

let service: TestService
let lead: TestUser
let ground: Ground
let texts: string[]
beforeAll(async () => {
  service = await testService({
    organisation: 'Example Vale',
    reminders: { telephone: '01632 960 001', textsPerDay: 100 },
  })
  lead = await service.as('Team Lead')
})
afterAll(() => service.close())
const change = (sql: string) => service.db.owner.query(sql, [ground.patientId])
const agrees = (byText: boolean, isSilent = false) =>
  change(
    `insert into reminder_consent (patient_id, asked_date, by_text, by_mail, is_silent_number)
     values ($1, current_date, ${byText}, false, ${isSilent})`,
  )
const restrict = () =>
  change(
    `insert into patient_restriction (patient_id, kind, reason) values ($1, 'safety', 'Not safe at home')`,
  )
beforeEach(async () => {
  texts = []
  ground = await aGround(service, lead)
  await change(`update patient set phone_mobile = '07700900555' where id = $1`)
  await agrees(true)
})

const give = async (more: { safeConfirmed?: boolean } = {}): Promise<void> => {
  const { patientId } = ground
  // The database's clock says when a restriction began.
  service.time.now = Date.now()
  expect(await service.ask(givePersonLink, { patientId, way: 'text', ...more }, lead)).toMatchObject({
    status: 200,
  })
}
const send = () =>
  deliver(service, {
    mail: null,
    sms: ({ to }) => {
      texts.push(to)
      return Promise.resolve()
    },
  })
const links = async () => (await service.ask(personLinks, { patientId: ground.patientId }, lead)).body
const tasks = async () =>
  (await openTasksOf(service, lead, ground.pathwayId)).filter((text) => text.includes('was not sent'))

describe('a link that waited until the morning', () => {
  it('is sent as a text', async () => {
    await give()
    await send()
    expect(texts).toEqual(['07700900555'])
    expect(await tasks()).toEqual([])
  })

  it.each<[name: string, change: () => Promise<unknown>]>([
    ['consent was taken back', () => agrees(false)],
    ['somebody else may hear the telephone', () => agrees(true, true)],
    ['the number is gone', () => change(`update patient set phone_mobile = null where id = $1`)],
    ['it was recorded that the person is not safe at home', restrict],
  ])('is not sent where %s: it ends, with one task', async (_, meanwhile) => {
    await give()
    await meanwhile()
    await send()
    await send()
    expect(texts).toEqual([])
    expect(await links()).toMatchObject({ links: [{ endedHow: 'refused' }] })
    expect(await tasks()).toHaveLength(1)
  })

  it.each(['discharge_date', 'cancel_referral_date'])(
    'that is not sent is among what is outstanding where the referral is closed: %s',
    async (closing) => {
      await give()
      await agrees(false)
      await service.db.owner.query(`update pathway set ${closing} = current_date where id = $1`, [
        ground.pathwayId,
      ])
      await send()
      const outstanding = async () =>
        (
          (await service.ask(listOutstanding, { what: 'cancellation' }, lead)).body as Outstanding
        ).rows.filter(({ pathwayId }) => pathwayId === ground.pathwayId)
      const [row] = await outstanding()
      expect(row).toMatchObject({ daysLate: 0, toDo: 'Ring or write, then close the task' })
      expect(row?.item).toContain('Link to the own page')
      const { id = 0, version = 0 } = row ?? {}
      expect(await service.ask(closeTask, { id, version, closedNote: null }, lead)).toMatchObject({
        status: 200,
      })
      expect(await outstanding()).toEqual([])
    },
  )

  it('ends without a task of somebody who died', async () => {
    await give()
    await change(`update patient set deceased_date = current_date where id = $1`)
    await send()
    expect(texts).toEqual([])
    expect(await links()).toMatchObject({ links: [{ endedHow: 'refused' }] })
    expect(await tasks()).toEqual([])
  })

  it('is sent where the person was not safe at home already, and somebody had ticked that it is safe', async () => {
    await restrict()
    await give({ safeConfirmed: true })
    await send()
    expect(texts).toEqual(['07700900555'])
  })
})
