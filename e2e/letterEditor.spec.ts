import { expect, type Locator, type Page } from '@playwright/test'
import type { LetterTemplateView } from '../contract/care/letters/template.ts'
import { wordHtml } from '../web/testing/wordHtml.ts'
import { expectAccessible, expectAccessibleAtBoth, expectLegibleInTheDark } from './axe.ts'
import { tabTo } from './keyboard.ts'
import { aReferral, asUser, newName } from './people.ts'
import { arriveAs, listenTo } from './product.ts'
import { test } from './test.ts'

const editorOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Text of the letter' })
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })

/** Pastes HTML as another program puts it on the clipboard. */
const paste = (editor: Locator, html: string): Promise<void> =>
  editor.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)

const body = `Dear Mrs Ashworth,
thank you for coming.

# What we saw
-  You walk well.
- 2 ** 3 is a sum.

#hashtag and - here. [what next]\t
`

test('a draft of today opens unchanged, is written on as it will look, and is signed with its bold words', async ({
  page,
  request,
  baseURL,
}) => {
  const own = await aReferral(request, newName())
  const ask = await asUser(request, 'clinician')
  const templates = await ask<{ id: number; name: string }[]>('/api/letterTemplate/all')
  const templateId = templates.find(({ name }) => name === 'Letter to patient')?.id ?? 0
  const patient = await ask<object>(`/api/patient/get?id=${own.patientId}`)
  await ask('/api/patient/save', {
    ...patient,
    ...{ addressLine1: '12 Mill Lane', town: 'Fernhill', postcode: 'ZZ1 1ZZ' },
  })
  const draft = await ask<{ id: number }>('/api/letter/save', {
    ...{ id: 0, pathwayId: own.id, templateId, title: 'Your visit', body },
  })
  const drafts = () =>
    ask<{ drafts: { id: number; body: string }[] }>(`/api/letter/ofPathway?pathwayId=${own.id}`)
  const { complaints } = listenTo(page, baseURL)

  await arriveAs(page, 'clinician')
  const address = `/falls/pathway/letter-draft/${draft.id}?id=${own.id}&patientId=${own.patientId}`
  await page.goto(address)
  const editor = editorOf(page)
  await expect(editor.getByRole('heading', { name: 'What we saw' })).toBeVisible()
  await expect(editor.getByRole('listitem')).toHaveText(['You walk well.', '2 ** 3 is a sum.'])
  await expect(editor.locator('.sf-blank')).toHaveText('[what next]')
  await expectAccessibleAtBoth(page)
  await expectLegibleInTheDark(page)
  // Nothing has changed, so leaving asks no question.
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/pathway\/view/)
  expect((await drafts()).drafts[0]?.body).toBe(body.trim())

  await page.goto(address)
  await expect(editor).toBeVisible()
  await page.getByLabel('Title').focus()
  await tabTo(page, /^Heading$/)
  await page.keyboard.press('Tab')
  await expect(editor).toBeFocused()
  // Tab leaves the editor.
  await page.keyboard.press('Tab')
  await expect(editor).not.toBeFocused()
  await editor.getByText('what next').selectText()
  await page.keyboard.type('Come again')
  await editor.press('ControlOrMeta+End')
  await page.keyboard.type(' Take ')
  await editor.press('ControlOrMeta+b')
  await expect(button(page, 'Bold')).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.type('great care')
  await editor.press('ControlOrMeta+b')
  await page.keyboard.type('.')
  await editor.press('Enter')
  await page.keyboard.type('To do')
  await button(page, 'Heading').click()
  await editor.press('Enter')
  await button(page, 'List').click()
  await page.keyboard.type('Walk')
  await editor.press('Enter')
  await page.keyboard.type('Rest')
  await editor.press('Enter')
  await editor.press('Enter')
  await page.keyboard.type('Yours')
  await paste(editor, wordHtml)

  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.locator('strong')).toHaveText(['great care', 'well', 'firm', 'Medicine', 'Dose'])
  await expect(preview.getByRole('listitem')).toHaveText([
    ...['You walk well.', '2 ** 3 is a sum.', 'Walk', 'Rest'],
    ...['Keep the stairs clear', 'Wear firm shoes', 'Ring us'],
  ])
  await expect(editor).not.toContainText('·')
  await expect(editor.locator('[style], [class*=Mso], img:not(.ProseMirror-separator), table')).toHaveCount(0)

  // There are unsaved changes, so leaving asks a question.
  const asked = page.waitForEvent('dialog').then((dialog) => dialog.dismiss())
  await page.getByRole('link', { name: 'Cancel' }).click()
  await asked
  await button(page, 'Keep as draft').click()
  await expect(page.getByText('Draft kept.')).toBeVisible()
  const kept = (await drafts()).drafts[0]?.body ?? ''
  expect(kept).toContain('#hashtag and - here. Come again Take **great care**.')
  expect(kept).toContain('# To do\n\n- Walk\n- Rest\n\n')

  await page.goto(address)
  await expect(editor.locator('strong').first()).toHaveText('great care')
  await button(page, 'Sign').click()
  const signed = page.getByRole('region', { name: 'The letter' })
  await expect(signed.locator('strong').first()).toHaveText('great care')
  await expectAccessible(page)
  // The page allows no styles but its own, and the editor tried to add none.
  expect(complaints).toEqual([])
})

test('a field of a template is put in, stepped over and deleted as a whole', async ({ page, request }) => {
  const ask = await asUser(request, 'sysadmin')
  const templates = await ask<{ id: number; name: string }[]>('/api/letterTemplate/all')
  const id = templates.find(({ name }) => name === 'Cannot reach you')?.id ?? 0
  const stored = async () => (await ask<LetterTemplateView>(`/api/letterTemplate/get?id=${id}`)).body
  const before = await stored()
  await arriveAs(page, 'sysadmin')
  await page.goto(`/falls/letter-template/${id}`)
  const editor = editorOf(page)
  const pieces = editor.locator('[data-piece]')
  await expect(pieces).toHaveText(['Field: Name for a greeting', 'Field: Telephone of the service'])
  await expectAccessibleAtBoth(page)
  await expectLegibleInTheDark(page)

  await editor.press('ControlOrMeta+Home')
  await editor.press('End')
  await page.keyboard.type(' ')
  await page.getByLabel('Field', { exact: true }).selectOption({ label: 'Day of the letter' })
  await button(page, 'Insert field').press('Enter')
  await expect(editor).toBeFocused()
  await expect(pieces).toHaveCount(3)
  await page.keyboard.type('!')
  await editor.press('Backspace')
  await editor.press('Backspace')
  await expect(pieces).toHaveCount(2)
  await editor.press('Backspace')
  // Unchanged text need not be saved.
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/letter-templates/)
  expect(await stored()).toBe(before)

  await page.goto(`/falls/letter-template/${id}`)
  await editor.getByText('We would like to hear how you are.').selectText()
  await page.getByLabel('Field', { exact: true }).selectOption({ value: '#goals' })
  await button(page, 'Insert field').click()
  await expect(pieces.nth(1)).toHaveText(/Only if recorded: Goals/)
  await expect(pieces.nth(2)).toHaveText(/End of: Goals/)
  await editor.press('ControlOrMeta+End')
  // Typed braces are a field too. An unknown field says so.
  await page.keyboard.type(' {{today}} {{nobody}}')
  await expect(pieces.last()).toHaveText(/Unknown field: {{nobody}}/)
  await button(page, 'Save').click()
  await expect(page.getByText('There is no field {{nobody}}').first()).toBeVisible()
  await page.getByRole('link', { name: 'There is no field {{nobody}}' }).click()
  await expect(editor).toBeFocused()
  await expect(editor).toHaveAttribute('aria-invalid', 'true')
  await expect(editor).toHaveAccessibleDescription(/There is no field {{nobody}}/)
  await expectAccessible(page)
  await editor.press('ControlOrMeta+End')
  await editor.press('Backspace')
  await editor.press('Backspace')
  await button(page, 'Save').click()
  await expect(page.getByText('Template saved')).toBeVisible()
  expect(await stored()).toMatch(/{{#goals}}.*{{\/goals}}[^]*{{today}}$/)
})

test('where the editor cannot be loaded, the words are written without it', async ({ page }) => {
  await page.route(/LetterEditor-.*\.js/, (route) => route.abort())
  await arriveAs(page, 'sysadmin')
  await page.goto('/falls/letter-templates')
  await page.getByRole('link', { name: 'Edit Did not attend' }).click()
  await expect(page.getByText('The editor could not be loaded.')).toBeVisible()
  await editorOf(page).fill('Dear {{greetingName}},\n\n# **Note**')
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Dear Mrs Ashworth,Note')
  await expectAccessible(page)
})
