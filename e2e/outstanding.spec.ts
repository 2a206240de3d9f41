import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { addDays, today } from '../contract/platform/dates/dates.ts'
import { formatDate } from '../contract/platform/words/format.ts'
import type { EquipmentAssessment } from '../contract/pathways/records/equipmentAssessment.ts'
import type { OnwardReferral } from '../contract/pathways/records/onwardReferral.ts'
import { expectAccessible } from './axe.ts'
import { aReferral, asUser, newName } from './people.ts'
import { arriveAs } from './product.ts'
import { test } from './test.ts'

const ago = (days: number) => addDays(today(), -days)

/** A referral with equipment ordered 20 days ago and an onward referral made 30 days ago, with no news of either. */
const aWait = async (request: APIRequestContext) => {
  const name = newName()
  const { id: pathwayId, patientId } = await aReferral(request, name)
  const ask = await asUser(request, 'clinician')
  const first = async (list: string) => (await ask<{ id: number }[]>(`/api/${list}/all`))[0]?.id
  const equipment = await ask<{ id: number }>('/api/equipmentAssessment/save', {
    ...{ id: 0, pathwayId, equipmentId: await first('equipment'), orderedDate: ago(20) },
  })
  const onward = await ask<{ id: number }>('/api/onwardReferral/save', {
    ...{ id: 0, pathwayId, referralDate: ago(30), referralClinicianId: await first('clinician') },
    ...{ referToId: await first('referTo'), referralMethodId: await first('method') },
  })
  return {
    name,
    pathwayId,
    patientId,
    equipment: () => ask<EquipmentAssessment>(`/api/equipmentAssessment/get?id=${equipment.id}`),
    onward: () => ask<OnwardReferral>(`/api/onwardReferral/get?id=${onward.id}`),
    cancel: () =>
      ask('/api/pathway/cancelReferral', {
        ...{ id: pathwayId, patientId, version: 1 },
        cancelReferralDate: today(),
      }),
  }
}

const openList = async (page: Page, name: string): Promise<void> => {
  await page.goto('/falls/outstanding')
  await page.getByLabel('Filter').fill(name)
}
const wide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

test('equipment of a closed referral is said to be fitted on a phone, in four taps', async ({
  page,
  request,
}) => {
  const { name, equipment, cancel } = await aWait(request)
  await cancel()
  await page.setViewportSize({ width: 390, height: 844 })
  await arriveAs(page, 'clinician')
  await openList(page, name)
  // No question is asked about the onward referral of a closed referral.
  await expect(page.getByRole('link', { name: /^Update / })).toHaveCount(1)
  await expect(page.getByText('6 days late').first()).toBeVisible()
  await expectAccessible(page)
  expect(await wide(page)).toBeLessThanOrEqual(390)
  // The outstanding text is fully visible between the name and the button, which stay in place.
  const hidden = await page
    .getByRole('row')
    .nth(1)
    .evaluate((row) => {
      const [, what] = row.querySelectorAll('th, td')
      const words = document.createRange()
      if (what === undefined || row.lastElementChild === null) throw new Error('A row has no columns')
      words.selectNodeContents(what)
      return words.getBoundingClientRect().right - row.lastElementChild.getBoundingClientRect().left
    })
  expect(hidden).toBeLessThanOrEqual(0)

  await page.getByRole('link', { name: /^Update / }).click()
  await expect(page.getByText('This referral is closed')).toBeVisible()
  await expectAccessible(page)
  expect(await wide(page)).toBeLessThanOrEqual(390)
  await page
    .getByRole('group', { name: 'Fitted or delivered on' })
    .getByRole('button', { name: 'Today' })
    .click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Equipment saved')).toBeVisible()
  await expect(page.getByText(`fitted ${formatDate(today())}`)).toBeVisible()
  expect(await wide(page)).toBeLessThanOrEqual(390)
  expect(await equipment()).toMatchObject({ orderedDate: ago(20), fittedDate: today(), version: 2 })

  await openList(page, name)
  await expect(page.getByText('No lines match the filter.')).toBeVisible()
})

test('the outcome of an onward referral is recorded by keyboard alone', async ({ page, request }) => {
  const { name, onward } = await aWait(request)
  await page.setViewportSize({ width: 1280, height: 900 })
  await arriveAs(page, 'clinician')
  await openList(page, name)
  await expect(page.getByRole('link', { name: /^Update / })).toHaveCount(2)
  await expectAccessible(page)
  await page.getByRole('link', { name: /^Not acknowledged / }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: /^Update / })).toHaveCount(1)
  await page.getByRole('link', { name: /^Update / }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'What became of this onward referral' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('group', { name: 'Day they acknowledged it' }).getByLabel('Day').focus()
  await page.keyboard.press('t')
  await page.getByLabel('What came of it').focus()
  await page.keyboard.press('ArrowDown')
  // An outcome without its day is reported at the field.
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter the day of the outcome').first()).toBeVisible()
  await page.getByRole('group', { name: 'Day of the outcome' }).getByLabel('Day').focus()
  await page.keyboard.press('t')
  await page.getByRole('button', { name: 'Save' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Onward referral saved')).toBeVisible()
  expect(await onward()).toMatchObject({ receivedDate: today(), outcome: 'seen', outcomeDate: today() })
})
