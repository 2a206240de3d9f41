import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetSession } from '../../platform/session/session.ts'
import { click, fill, press } from '../../testing/person.ts'
import { beSignedIn, clinician, quietService, renderSite } from '../../testing/renderSite.tsx'
import { turnShortcuts } from '../../platform/ui/shortcuts.ts'

beforeEach(() => beSignedIn(clinician))
afterEach(() => {
  turnShortcuts(true)
  forgetSession('person')
  vi.unstubAllGlobals()
})

const box = () => screen.findByRole('searchbox', { name: /^Find a patient/ })

describe('the search in the header', () => {
  test('has a button, for users without an Enter key', async () => {
    const seen = quietService()
    renderSite('/falls/in-treatment')
    fill(await box(), 'Ashworth')
    click(screen.getByRole('button', { name: 'Find' }))
    await waitFor(() =>
      expect(seen.filter(({ path }) => path === '/api/search/patients')).toMatchObject([
        { body: expect.stringContaining('Ashworth') as string },
      ]),
    )
  })

  test('is not gone to by a / that is typed into a field, or pressed under a question', async () => {
    quietService()
    renderSite('/falls/referral-search')
    const family = await screen.findByLabelText('Family name')
    family.focus()
    press('/')
    expect(family).toHaveFocus()
    const editable = document.createElement('div')
    editable.setAttribute('contenteditable', 'true')
    const question = document.createElement('dialog')
    document.body.append(editable, question)
    press('/', editable)
    expect(family).toHaveFocus()
    family.blur()
    question.open = true
    press('/', document.body)
    expect(await box()).not.toHaveFocus()
    question.open = false
    press('/', document.body)
    expect(await box()).toHaveFocus()
    editable.remove()
    question.remove()
  })

  test('is not gone to by a / where the person turned that off, in this browser, also after logging out', async () => {
    quietService()
    renderSite('/falls/security')
    click(await screen.findByRole('checkbox', { name: 'The key / goes to the search box' }))
    await waitFor(() => expect(document.querySelector('kbd')).toBeNull())
    press('/', document.body)
    expect(await box()).not.toHaveFocus()
    expect(localStorage.getItem('surefoot.shortcuts')).toBe('off')
    click(screen.getByRole('checkbox', { name: 'The key / goes to the search box' }))
    press('/', document.body)
    expect(await box()).toHaveFocus()
    expect(localStorage.getItem('surefoot.shortcuts')).toBeNull()
  })
})
