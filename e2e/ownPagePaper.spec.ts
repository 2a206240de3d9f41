import { expect } from '@playwright/test'
import { givePersonLink } from '../contract/care/person/link.ts'
import { formatDate, formatNhsNumber } from '../contract/platform/words/format.ts'
import { readPages, squeeze } from '../server/testing/reading/pdfPages.ts'
import { aReferral, asUser, newName } from './people.ts'
import { arriveAs } from './product.ts'
import { test } from './test.ts'

/* The paper with a link to a person's own page: somebody who finds it must not find the date of birth beside the code. */

test('the paper with a code names nobody, and is in large print', async ({ page }) => {
  const familyName = newName()
  const { patientId, id } = await aReferral(page.request, familyName)
  const call = await asUser(page.request, 'clinician')
  const { dateOfBirth, nhsNumber } = await call<{ dateOfBirth: string; nhsNumber: string | null }>(
    `/api/patient/get?id=${patientId}`,
  )
  const link = await call<{ id: number }>(givePersonLink.path, { patientId, way: 'paper' })
  await arriveAs(page, 'clinician')
  await page.goto(`/falls/pathway/own-page?id=${id}&patientId=${patientId}&paper=${link.id}`)
  const paper = page.getByRole('region', { name: 'Paper for the person' })
  const code = /[A-Z0-9]{4} [A-Z0-9]{4}/.exec(await paper.innerText())?.[0] ?? ''
  const pages = await readPages(await page.pdf({ format: 'A4', preferCSSPageSize: true }))
  expect(pages).toHaveLength(1)
  const text = squeeze(pages.map((each) => each.text).join(' '))
  expect(text).toContain(squeeze(code))
  for (const own of [familyName, formatDate(dateOfBirth), formatNhsNumber(nhsNumber)])
    expect(text.toLowerCase()).not.toContain(squeeze(own).toLowerCase())
  const small = pages.flatMap(({ words }) => words).filter(({ size }) => size < 16)
  expect(small.map((word) => word.text).join(' ')).toMatch(/^(Page|of|\d+|\s)*$/)
})
