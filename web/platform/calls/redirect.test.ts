import { assert, property, string, constantFrom, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { safeRedirect } from './redirect.ts'

test.each([
  '/falls',
  '/falls/',
  '/visits?show=handedIn',
  '/falls/admissions',
  '/FALLS/systemAdministrator',
  '/falls?section=counters',
  '/falls/pathway/view?id=4&patientId=9',
  '/falls/pathway/view?id=4&patientId=9#frat',
])('a place in the product is kept: %s', (place) => expect(safeRedirect(place)).toBe(place))

test.each([
  '',
  '/',
  'falls',
  '/fallsish',
  '/login',
  '//example.org/falls',
  '///example.org',
  '/\\example.org',
  '\\\\example.org',
  '/falls\\..\\example.org',
  '/falls//example.org',
  '/falls/../../login',
  '/falls/..',
  '/falls/./x',
  '/falls/%2e%2e/login',
  '/falls/%2E%2E',
  '/%2fexample.org/falls',
  '%2f%2fexample.org/falls',
  '/falls%2f%2fexample.org',
  '/falls%5cexample.org',
  '/falls/%0d%0aset-cookie:x',
  '/falls\u0000',
  '/falls/\u0009x',
  '/fa\u200blls',
  '/falls/\u2028x',
  ' /falls',
  '/falls/%',
  'https://example.org/falls',
  'HTTPS:/falls',
  'javascript:alert(1)//falls',
  'java\nscript:alert(1)',
  'data:text/html,/falls',
  '/falls@example.org',
  '/falls:80/x',
])('anything else is refused: %j', (place) => expect(safeRedirect(place)).toBeNull())

test.each([undefined, null, 7, ['/falls'], { href: '/falls' }])('%j is no place', (value) =>
  expect(safeRedirect(value)).toBeNull(),
)

test('whatever is kept stays at this origin under /falls', () => {
  const here = 'https://surefoot.example'
  const hostile = constantFrom(
    '/',
    '\\',
    '%2f',
    '%5c',
    '..',
    '.',
    ':',
    '@',
    '\t',
    '%09',
    '//',
    'example.org',
    '?',
    '#',
  )
  const places = tuple(constantFrom('/falls', '/falls/', '/', ''), string({ unit: hostile }), string())
  assert(
    property(places, (parts) => {
      const place = safeRedirect(parts.join(''))
      if (place === null) return
      const target = new URL(place, here)
      expect(target.origin).toBe(here)
      expect(target.pathname.toLowerCase()).toMatch(/^\/falls(\/|$)/)
    }),
    { numRuns: 2000 },
  )
})
