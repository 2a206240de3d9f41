import { getDocumentProxy } from 'unpdf'
import { describe, expect, it } from 'vitest'
import { squeeze } from '../../testing/reading/pdfPages.ts'
import { pdfText } from '../../testing/reading/pdfText.ts'
import { renderLetters } from './letterPdf.ts'

const aLetter = (body: string) => ({
  head: { serviceName: 'Fernhill Falls Service', address: null, telephone: null },
  ...{
    to: ['Edna Ashworth'],
    about: [],
    date: '2026-11-28',
    size: 'usual' as const,
    title: 'Your visit',
    body,
  },
  ...{ signedBy: 'Priya Nair', identity: 'Edna Ashworth' },
})

/** The lines drawn between the title and the signature, with stars around bold text. */
const drawn = async (body: string): Promise<string[]> => {
  const document = await getDocumentProxy(new Uint8Array(await renderLetters([aLetter(body)], '')))
  const lines = new Map<string, string>()
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    await page.getOperatorList()
    const { items } = await page.getTextContent()
    for (const item of items) {
      if (!('str' in item) || item.str === '') continue
      const { name } = page.commonObjs.get(item.fontName) as { name: string }
      const key = `${number} ${Math.round(item.transform[5] as number)}`
      const isBold = /SemiBold/i.test(name) && item.str.trim() !== ''
      lines.set(key, `${lines.get(key) ?? ''}${isBold ? `*${item.str}*` : item.str}`)
    }
  }
  const all = [...lines.values()].filter((line) => !/^\s*$/.test(line))
  return all.slice(
    all.indexOf('*Your visit*') + 1,
    all.findIndex((line) => line.startsWith('*Signed')),
  )
}

describe('a letter on paper', () => {
  it.each([
    ['Take **great care**.', ['Take *great care*.']],
    ['**All of it**', ['*All of it*']],
    ['un**believ**able', ['un*believ*able']],
    ['- **Walk** a lot', ['• *Walk* a lot']],
    ['# A **heading**', ['*A heading*']],
    ['2 ** 3 and **', ['2 ** 3 and **']],
  ])('has %j as %j', async (body, lines) => {
    expect(await drawn(body)).toEqual(lines)
  })

  it('goes over several lines with some of it bold, and loses no letter', async () => {
    const words = Array.from({ length: 60 }, (_, place) =>
      place % 7 === 0 ? `**word${place}**` : `word${place}`,
    )
    const long = 'x'.repeat(200)
    const lines = await drawn(`${words.join(' ')} **${long}**y`)
    expect(lines.length).toBeGreaterThan(5)
    const read = lines.join(' ').replaceAll('*', '')
    expect(read.replaceAll(' ', '')).toBe(`${words.join('').replaceAll('*', '')}${long}y`)
    expect(lines.join('')).toContain('*word49*')
  })

  it('reads from right to left with some of it bold', async () => {
    const letter = await renderLetters([aLetter('رسالة **مهمة** لك\n\n**कृपया** आइए')], '')
    const text = await pdfText(letter)
    expect(text).toContain(squeeze('رسالة مهمة لك'))
    expect(text).toContain(squeeze('कृपया आइए'))
  })
})
