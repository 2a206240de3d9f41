import fc from 'fast-check'
import { expect, it } from 'vitest'
import { disposition } from '../../../platform/http/replies/sendFile.ts'
import { cleanFileName } from './fileName.ts'

/* FI-3: whatever a file is called, its name cannot leave a folder, split a header or control a screen. */

const names = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({
    unit: fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '\r',
      '\n',
      '"',
      ';',
      '\u202e',
      '\u0000',
      'a',
      'é',
      '😀',
      '\ud800',
    ),
  }),
  fc.string({ maxLength: 600 }).map((text) => `${text}.pdf`),
)

it('holds for any name', () => {
  fc.assert(
    fc.property(names, (given) => {
      const shown = cleanFileName(given)
      expect(shown.length).toBeGreaterThan(0)
      expect(shown.length).toBeLessThanOrEqual(255)
      expect(shown).not.toMatch(/[/\\<>:"|?*]|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u)
      expect(shown).not.toMatch(/^[ .]|[ .]$/)
      expect(cleanFileName(shown)).toBe(shown)
      const header = disposition(shown)
      expect(header).toMatch(
        /^attachment; filename="[\w .()-]*"; filename\*=UTF-8''[A-Za-z0-9!#$&+.^_`|~%-]*$/,
      )
      expect(decodeURIComponent(header.split("UTF-8''")[1] ?? '')).toBe(shown)
    }),
    { numRuns: 5000, examples: [['\u081b\u0000\u{1193d}']] },
  )
})
