import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { arriveAs } from './product.ts'
import { test } from './test.ts'
import { longUnless } from './long.ts'

/** A one-page PDF with these words, and `padding` extra bytes. */
const pdf = (words: string, padding = 0, trailer = ''): Buffer => {
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /Lang (${words}) >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>`,
    `<< /Length ${padding} >>\nstream\n${' '.repeat(padding)}\nendstream`,
  ]
  let body = '%PDF-1.7\n'
  const places = objects.map((object, index) => {
    const at = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 5\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size 5 /Root 1 0 R ${trailer} >>\n`
  return Buffer.from(`${body}${table}startxref\n${body.length}\n%%EOF\n`)
}

/** Encryption that only a password opens. */
const locked =
  '/ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <' +
  '00'.repeat(32) +
  '> /U <' +
  '00'.repeat(32) +
  '> >>'

const uploadScreen = '/falls/pathway/documents-upload?id=1&patientId=1'
const deleteScreen = '/falls/pathway/documents-delete?id=1&patientId=1'

const chooseType = (page: Page, type: string) =>
  page.getByLabel('Document type').selectOption({ label: type })

const chosen = (page: Page) => page.getByRole('list', { name: 'Chosen files' })

/** Saved with the other results of the run. */
const picture = (page: Page, name: string) =>
  page.screenshot({ path: `test-results/documents-${name}.png`, fullPage: true })

for (const width of [1280, 390])
  test(
    `the document screens are accessible and whole at ${width} px`,
    longUnless(width === 390),
    async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await arriveAs(page, 'clinician')
      await page.goto(uploadScreen)
      await expect(page.getByRole('heading', { level: 1, name: 'Upload documents' })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Upload' }).click()
      await expect(page.getByText('The form is invalid please check and try again.')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Document Type required' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'File required' })).toBeVisible()
      await expectAccessible(page)
      await picture(page, `missing-${width}`)

      const files = chosen(page)
      await chooseType(page, 'Clinic letter')
      await page.getByLabel('Files').setInputFiles([
        { name: `clinic letter ${width}.pdf`, mimeType: 'application/pdf', buffer: pdf(`${width}`) },
        { name: 'protected.pdf', mimeType: 'application/pdf', buffer: pdf('x', 0, locked) },
        { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<html></html>') },
      ])
      await expect(files.getByText('Ready to upload').first()).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Upload 2 files' }).click()
      await expect(page.getByText('2 of 3 files were not uploaded.')).toBeVisible()
      await expect(files.getByText('Not uploaded. The file is protected by a password.')).toBeVisible()
      await expectAccessible(page)
      await picture(page, `refused-${width}`)

      // Leaving loses nothing unsaved. The page asks only because refused files are still on it.
      page.once('dialog', (dialog) => void dialog.accept())
      await page.goto(deleteScreen)
      await page.getByRole('link', { name: `clinic letter ${width}.pdf` }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Delete this document?' })).toBeVisible()
      await expectAccessible(page)
      await picture(page, `delete-${width}`)
      await page.getByRole('button', { name: 'Yes, delete it' }).click()
      await expect(page.getByText('Document deleted')).toBeVisible()
      await page.goto(deleteScreen)
      await expect(page.getByRole('heading', { level: 1, name: 'Delete a document' })).toBeVisible()
      await expectAccessible(page)
    },
  )

test('an upload by keyboard alone', async ({ page }) => {
  await arriveAs(page, 'clinician')
  await page.goto('/falls/pathway/documents-upload?id=2&patientId=2')
  // Waits from here on, because a busy browser takes a moment to report the file chooser.
  const choosing = page.waitForEvent('filechooser')
  const type = page.getByLabel('Document type')
  await expect(type.getByRole('option', { name: 'FRAT form' })).toBeAttached()
  await type.focus()
  await page.keyboard.press('ArrowDown')
  await expect(type).not.toHaveValue('')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Files')).toBeFocused()
  await page.keyboard.press('Enter')
  const chooser = await choosing
  await chooser.setFiles([{ name: 'letter.pdf', mimeType: 'application/pdf', buffer: pdf('keys') }])
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Remove letter.pdf' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Document uploaded')).toBeVisible()
  await expect(page).toHaveURL(/\/falls\/pathway\/view\?id=2&patientId=2&section=documents/)
})

test('a connection that breaks half way leaves nothing behind, and trying again stores it once', async ({
  page,
}) => {
  await arriveAs(page, 'clinician')
  await page.goto('/falls/pathway/documents-upload?id=3&patientId=3')
  await chooseType(page, 'Blood results')
  const buffer = pdf('broken', 9_000_000)
  await page.getByLabel('Files').setInputFiles([{ name: 'results.pdf', mimeType: 'application/pdf', buffer }])
  await page.route('**/api/document/upload', (route) => route.abort('connectionreset'), { times: 1 })
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect(chosen(page).getByText(/Not uploaded\. The service cannot be reached/)).toBeVisible()
  await picture(page, 'lost')
  const client = await page.context().newCDPSession(page)
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 4_000_000,
  })
  await page.getByRole('button', { name: 'Try results.pdf again' }).click()
  await expect(page.getByRole('progressbar', { name: 'Upload of results.pdf' })).toBeVisible()
  await picture(page, 'sending')
  await expect(page.getByText('Document uploaded')).toBeVisible()
  await page.goto('/falls/pathway/documents-delete?id=3&patientId=3')
  await expect(page.getByRole('link', { name: 'results.pdf' })).toHaveCount(1)
})
