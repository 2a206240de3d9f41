import { expect, type Page } from '@playwright/test'
import { addDays, today } from '../contract/platform/dates/dates.ts'
import type { PathwayView } from '../contract/pathways/referral/pathway.ts'
import { aReferral, asUser, newName } from './people.ts'
import { arriveAs } from './product.ts'
import { test } from './test.ts'

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

test('a home visit on a phone: note, measures and equipment, with the network cut in the middle', async ({
  page,
  context,
  request,
}) => {
  const { id, patientId } = await aReferral(request, newName(), { referralDate: addDays(today(), -30) })
  const ask = await asUser(request, 'clinician')
  const form = (screen: string): string => `/falls/pathway/${screen}?id=${id}&patientId=${patientId}`
  await page.setViewportSize({ width: 390, height: 844 })
  await arriveAs(page, 'clinician')

  // The note is saved while there is no network. The text stays, and is sent when the network is back.
  await page.goto(form('contactNote/0'))
  await page.getByRole('button', { name: 'Today for Day of the contact' }).click()
  await page.getByRole('radio', { name: 'Visit' }).check()
  await field(page, 'Note').fill('Rang the bell twice. Walks with a frame indoors.')
  await context.setOffline(true)
  await save(page).click()
  await expect(page.getByText('What you typed is still here.')).toBeVisible()
  await expect(field(page, 'Note')).toHaveValue('Rang the bell twice. Walks with a frame indoors.')
  await context.setOffline(false)
  await save(page).click()
  await expect(page.getByText('Contact note saved')).toBeVisible()

  // The service saves the measure, but its reply is lost. The page sends it again, and it is saved once.
  await page.goto(form('measure/0'))
  await page.getByRole('button', { name: /^Today for Day/ }).click()
  await page.getByRole('button', { name: 'Me for Measured by' }).click()
  await page.locator('.sf-measure input').first().fill('14.2')
  let sent = 0
  await page.route('**/api/measure/saveSitting', async (route) => {
    sent += 1
    if (sent > 1) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await save(page).click()
  await expect(page.getByText('Measure saved')).toBeVisible()
  expect(sent).toBe(2)

  await page.goto(form('equipmentAssessment/0'))
  await field(page, 'Equipment').selectOption({ index: 1 })
  await save(page).click()
  await expect(page.getByText(/^Equipment.* saved/)).toBeVisible()

  const held = await ask<PathwayView>(`/api/pathway/get?id=${id}&patientId=${patientId}`)
  expect(held.contactNote.map(({ note }) => note)).toEqual([
    'Rang the bell twice. Walks with a frame indoors.',
  ])
  expect(held.measure).toHaveLength(1)
  expect(held.equipmentAssessment).toHaveLength(1)
})
