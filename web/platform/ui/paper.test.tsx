import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetSession } from '../session/session.ts'
import { patientService } from '../../testing/patientService.ts'
import { fill } from '../../testing/person.ts'
import { beSignedIn, clinician, quietService, renderSite } from '../../testing/renderSite.tsx'
import { asCssText } from './paper.ts'

beforeEach(() => beSignedIn(clinician))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const event = (name: string) => act(() => void fireEvent(window, new Event(name)))
const margin = (name: 'head' | 'foot') =>
  document.documentElement.style
    .getPropertyValue(`--sf-paper-${name}`)
    .replaceAll(/\\([0-9a-f]+) /g, (_, code: string) => String.fromCodePoint(parseInt(code, 16)))

describe('on each printed page', () => {
  test('stands whose it is, who printed it and when, while it is printed and no longer', async () => {
    patientService()
    renderSite('/falls/patient/view?id=11')
    await screen.findByRole('heading', { name: 'Patient' })
    expect(margin('head')).toBe('')
    event('beforeprint')
    expect(margin('head')).toBe('"ASHWORTH, Edna\nBorn 14-Jul-1945 · NHS No. 999-000-0077"')
    expect(margin('foot')).toMatch(
      /^"Surefoot: Patient\. Printed by Priya Nair, \d\d\/\d\d\/\d{4} \d\d:\d\d\. Confidential\."$/,
    )
    event('afterprint')
    expect([margin('head'), margin('foot')]).toEqual(['', ''])
  })

  test('stands the name of a screen that is about nobody alone', async () => {
    quietService()
    renderSite('/falls/awaiting-assessment')
    await screen.findByRole('heading', { name: 'Awaiting assessment' })
    event('beforeprint')
    expect(margin('head')).toBe('"Awaiting assessment"')
    event('afterprint')
  })

  test('stands nothing while the screen waits for its owner', async () => {
    patientService()
    renderSite('/falls/patient/demographics?id=11')
    fill(await screen.findByLabelText('Family name'), 'Changed')
    await act(async () => forgetSession('expiry'))
    await screen.findByRole('heading', { name: 'Your session has ended' })
    event('beforeprint')
    expect([margin('head'), margin('foot')]).toEqual(['', ''])
  })
})

test('a text ends in a style sheet where it ends, whatever is in it', () => {
  expect(asCssText('O"Neill\\; } </style>\n é 漢')).toBe(
    '"O\\22 Neill\\5c \\3b  \\7d  \\3c \\2f style\\3e \\a  é 漢"',
  )
})
