import { readFile } from 'node:fs/promises'
import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtBoth } from './axe.ts'
import { beginNow } from './database.ts'
import { chooseByTyping, pressOn, type } from './keyboard.ts'
import { aPersonToWriteTo, asUser } from './people.ts'
import { arriveAs } from './product.ts'
import { test } from './test.ts'
import { openWholeDay } from './wholeDay.ts'

/* Letters that leave by services outside, which are stand-ins here, and what is seen of them until they have arrived. */

/** A signed letter to a practice or to the patient, and where it is opened. */
const aSignedLetter = async (
  request: APIRequestContext,
  { recipient = 'gp', practice }: { recipient?: string; practice?: string } = {},
) => {
  const own = await aPersonToWriteTo(request, practice)
  const templates = await own.ask<{ id: number; recipient: string }[]>('/api/letterTemplate/all')
  const { id: letterId } = await own.ask<{ id: number }>('/api/letter/sign', {
    ...{ id: 0, pathwayId: own.id, templateId: templates.find((each) => each.recipient === recipient)?.id },
    ...{ title: 'About your patient', body: 'She walks better now.', concernsConfirmed: true },
  })
  const address = `/falls/pathway/letter/${letterId}?id=${own.id}&patientId=${own.patientId}`
  return { ...own, letterId, address }
}

/** The practice of these letters takes them by MESH at a mailbox that MESH does not know. */
const aLostMailbox = async (request: APIRequestContext): Promise<void> => {
  const ask = await asUser(request, 'sysadmin')
  await ask('/api/letterAddress/save', {
    ...{ id: 0, organisationId: 'Z99004', email: null, isSecure: false },
    ...{ meshForm: 'letter', meshMailbox: 'NOBODY01' },
  })
}

const steps = (page: Page): Locator => page.getByRole('main').getByRole('list').getByRole('list')

test('a practice takes letters by MESH, and each step of one is seen until the practice has it', async ({
  page,
  browser,
  request,
  product,
}) => {
  const letter = await aSignedLetter(request, { practice: 'Example Green Surgery' })
  const other = await browser.newContext({ baseURL: product.address })
  const administration = await other.newPage()
  await arriveAs(administration, 'sysadmin')
  await administration.goto('/falls/letter-addresses')
  await type(administration, /^Organisation code/, 'Z99001')
  await chooseByTyping(administration.getByLabel('Letters by MESH'), 'GP Connect')
  await pressOn(administration, /^Save$/)
  const row = administration.getByRole('row').filter({ hasText: 'Example Green Surgery' })
  await expect(row).toContainText('GP Connect Send Document')
  await expectAccessible(administration)
  await other.close()

  await arriveAs(page, 'clinician')
  await page.goto(letter.address)
  await expect(page.getByText('Not sent yet.')).toBeVisible()
  await pressOn(page, /^Send by MESH$/)
  // Nobody loads the page again.
  await expect(steps(page)).toContainText('MESH accepted it')
  await expect(page.getByRole('button', { name: 'Send by MESH' })).toHaveCount(0)
  await beginNow(product.dataFolder, 'readMeshInbox')
  await expect.poll(async () => (await letter.letters()).letters[0]?.dispatches[0]?.state).toBe('arrived')
  await page.reload()
  await expect(page.getByText(/^Sent by MESH: arrived/)).toBeVisible()
  await expect(steps(page).getByRole('listitem')).toContainText([
    'To be sent by MESH',
    'MESH accepted it',
    'The practice’s system received it.',
    'The practice took it into the patient’s record.',
  ])
  await expectAccessibleAtBoth(page)

  await page.goto('/falls/letters')
  await page.getByLabel('Outcome').selectOption('Arrived')
  const sent = page.getByRole('region', { name: 'Sent', exact: true })
  await expect(sent.getByRole('link', { name: new RegExp(letter.name, 'i') })).toBeVisible()
  await expect(sent.getByText(/^Printed,/)).toHaveCount(0)
  await expectAccessible(page)
})

test('letters that did not arrive stand on Home and Today until a person sees to each', async ({
  page,
  request,
}) => {
  await aLostMailbox(request)
  const [first, second] = [
    await aSignedLetter(request, { practice: 'The Orchard Surgery' }),
    await aSignedLetter(request, { practice: 'The Orchard Surgery' }),
  ]
  for (const { letterId, id, ask } of [first, second])
    await ask('/api/letter/send', { id: letterId, pathwayId: id, way: 'mesh' })
  await expect
    .poll(async () => (await first.ask<{ letters: number }>('/api/letter/notArrived')).letters)
    .toBe(2)

  await arriveAs(page, 'clinician')
  await page.goto('/falls/home')
  await pressOn(page, /^2 Letters not arrived$/)
  const waiting = page.getByRole('region', { name: 'To be sent' }).getByRole('listitem')
  const mine = waiting.filter({ hasText: new RegExp(first.name, 'i') })
  await expect(mine).toContainText(
    'By MESH: did not arrive. MESH does not know the mailbox of the recipient.',
  )
  await expectAccessible(page)
  await pressOn(page, new RegExp(`^${first.name},`, 'i'))
  await pressOn(page, /^No longer needed$/)
  await pressOn(page, /^Note it$/)
  await expect(page.getByText('Say why this letter is no longer needed').first()).toBeVisible()
  await expectAccessible(page)
  await type(page, /^Why it is no longer needed/, 'The practice rang and knows')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^No longer needed: The practice rang and knows/)).toBeVisible()
  await expectAccessible(page)

  await openWholeDay(page)
  await expect(page.getByText('A letter did not arrive, send it another way.').first()).toBeVisible()
  await expectAccessible(page)
  await pressOn(page, /^1 letter did not arrive$/)
  await page
    .getByRole('link', { name: new RegExp(second.name, 'i') })
    .first()
    .press('Enter')
  const coming = page.waitForEvent('download')
  await pressOn(page, /^Print$/)
  const file = await readFile(await (await coming).path())
  expect(file.subarray(0, 5).toString()).toBe('%PDF-')
  await page.goto('/falls/home')
  await expect(page.getByRole('link', { name: /Outstanding flags/ })).toContainText(/\d/)
  await expect(page.getByRole('link', { name: /not arrived/ })).toHaveCount(0)
})

test('a letter to a person is posted from the list of letters, and says who has it', async ({
  page,
  request,
}) => {
  const letter = await aSignedLetter(request, { recipient: 'patient' })
  await arriveAs(page, 'clinician')
  await page.goto('/falls/letters')
  await expect(page.getByRole('region', { name: 'To be sent' })).toContainText(new RegExp(letter.name, 'i'))
  await pressOn(page, new RegExp(`^Send by post: letter about ${letter.name}`, 'i'))
  const sent = page.getByRole('region', { name: 'Sent', exact: true })
  await expect(sent.getByRole('link', { name: new RegExp(letter.name, 'i') })).toBeVisible()
  await page.goto(letter.address)
  await expect(page.getByText(/^With GOV.UK Notify: to be printed and posted/)).toBeVisible()
  await expect(steps(page).getByRole('listitem')).toContainText([
    'To be handed to GOV.UK Notify',
    'GOV.UK Notify has it and checks it before it prints it.',
  ])
  await expectAccessible(page)
})
