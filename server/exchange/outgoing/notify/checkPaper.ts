import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { whyNotPosted } from './checkAddress.ts'

/*
 * Whether GOV.UK Notify would print a PDF of ours, by its letter specification (v2.4) and by what it checks
 * (app/precompiled.py of alphagov/notifications-template-preview). It is checked before a letter is sent, because Notify
 * reports a letter that it cannot print only later. The PDF is read with PDF.js, which did not write it.
 */

/** In millimetres from the left and the top of the page. */
interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

const [width, height] = [210, 297]
const mostPages = 10
const mostBytes = 5 * 1024 * 1024
const safe: Box = { left: 15, top: 5, right: 195, bottom: 292 }
const windowOf: Box = { left: 24.6, top: 39.5, right: 120, bottom: 66.3 }
/** On the first page something may stand in each of these, and nowhere between them. */
const parts: readonly Box[] = [
  { ...safe, top: 95 },
  // The sender, at the right, down to the end since the letter itself begins below it.
  { ...safe, left: 125 },
  // A logo, above the window.
  { ...safe, right: 125, bottom: 30 },
  windowOf,
]
/** Notify reads the address from this much around the window. */
const around = 3
/** Each part is so much larger when Notify looks whether something is outside it. */
const tolerance = 1
/** Notify’s own mark, which begins a new letter, so that it must not stand on a later page. */
const tag: Box = { left: 0, top: 0, right: 15.191 / (72 / 25.4) + 10, bottom: 6.149 / (72 / 25.4) + 5 }
const mmOf = (points: number): number => (points / 72) * 25.4

const grown = ({ left, top, right, bottom }: Box, by: number): Box => ({
  left: left - by,
  top: top - by,
  right: right + by,
  bottom: bottom + by,
})
const isWithin = (box: Box, part: Box): boolean =>
  box.left >= part.left && box.right <= part.right && box.top >= part.top && box.bottom <= part.bottom
const touches = (box: Box, part: Box): boolean =>
  box.left < part.right && box.right > part.left && box.top < part.bottom && box.bottom > part.top

interface Drawn {
  text: string
  box: Box
}

/** Why it cannot be posted, as sentences that name nobody; none if it can. */
export const whyNotPrinted = async (pdf: Uint8Array): Promise<string[]> => {
  if (pdf.byteLength > mostBytes) return ['The letter is larger than 5 MB.']
  const open = await getDocumentProxy(new Uint8Array(pdf), { verbosity: 0 }).catch(() => null)
  if (open === null) return ['The letter is not a PDF that can be read.']
  try {
    if (open.numPages > mostPages)
      return [`The letter has ${open.numPages} pages, and at most ${mostPages} can be posted.`]
    const found = new Set<string>()
    for (let number = 1; number <= open.numPages; number += 1)
      for (const problem of await problemsOf(await open.getPage(number), number)) found.add(problem)
    return [...found]
  } finally {
    await open.loadingTask.destroy()
  }
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>

const problemsOf = async (page: Page, number: number): Promise<string[]> => {
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view
  const isA4 = Math.abs(mmOf(right - left) - width) <= 2 && Math.abs(mmOf(top - bottom) - height) <= 2
  if (!isA4 || page.rotate % 180 !== 0) return [`Page ${number} is not upright A4.`]
  const toBox = (xs: readonly number[], ys: readonly number[]): Box => ({
    left: mmOf(Math.min(...xs) - left),
    right: mmOf(Math.max(...xs) - left),
    top: mmOf(top - Math.max(...ys)),
    bottom: mmOf(top - Math.min(...ys)),
  })
  const texts = await textsOf(page, toBox)
  const { boxes, areFontsEmbedded } = await graphicsOf(page, toBox)
  const allowed = number === 1 ? parts : [safe]
  const isOutside = [...texts.map(({ box }) => box), ...boxes].some(
    (box) => !allowed.some((part) => isWithin(box, grown(part, tolerance))),
  )
  const problems = [
    ...(areFontsEmbedded ? [] : ['A font is not in the file.']),
    ...(isOutside
      ? [
          number === 1
            ? 'Something on the first page is outside the window of the envelope, or too near to it or to the edge: perhaps the address or the letterhead is too long.'
            : `Something on page ${number} is too near to the edge.`,
        ]
      : []),
    ...(number > 1 && texts.some(({ text, box }) => text.trim() === 'NOTIFY' && touches(box, tag))
      ? [`Page ${number} has the mark that begins a new letter.`]
      : []),
  ]
  if (number > 1) return problems
  const inWindow = texts.filter(({ box }) => touches(box, grown(windowOf, around)))
  const address = whyNotPosted(linesOf(inWindow))
  return address === null ? problems : [...problems, address]
}

/** Texts at one height are one line. */
const linesOf = (texts: readonly Drawn[]): string[] => {
  const lines: { bottom: number; words: Drawn[] }[] = []
  for (const each of texts) {
    const line = lines.find(({ bottom }) => Math.abs(bottom - each.box.bottom) < 1)
    if (line === undefined) lines.push({ bottom: each.box.bottom, words: [each] })
    else line.words.push(each)
  }
  return lines
    .sort((one, other) => one.bottom - other.bottom)
    .map(({ words }) =>
      words
        .sort((one, other) => one.box.left - other.box.left)
        .map(({ text }) => text)
        .join(''),
    )
}

type ToBox = (xs: readonly number[], ys: readonly number[]) => Box

const textsOf = async (page: Page, toBox: ToBox): Promise<Drawn[]> => {
  const { items, styles } = await page.getTextContent()
  return items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return []
    const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = item.transform as number[]
    const { ascent = 1, descent = 0 } = styles[item.fontName] ?? {}
    const size = Math.hypot(a, b)
    const along = [(a / size) * item.width, (b / size) * item.width]
    const corners = [0, 1].flatMap((end) =>
      [ascent, descent].map((up) => [x + (along[0] ?? 0) * end + c * up, y + (along[1] ?? 0) * end + d * up]),
    )
    return [
      {
        text: item.str,
        box: toBox(
          corners.map(([at = 0]) => at),
          corners.map(([, at = 0]) => at),
        ),
      },
    ]
  })
}

type Matrix = readonly [number, number, number, number, number, number]
const multiply = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
]

/** Where lines, areas and pictures are, and whether every font is in the file. */
const graphicsOf = async (page: Page, toBox: ToBox): Promise<{ boxes: Box[]; areFontsEmbedded: boolean }> => {
  const { OPS } = await getResolvedPDFJS()
  const { fnArray, argsArray } = await page.getOperatorList()
  const boxes: Box[] = []
  const kept: Matrix[] = []
  let now: Matrix = [1, 0, 0, 1, 0, 0]
  let areFontsEmbedded = true
  const add = (minX: number, minY: number, maxX: number, maxY: number): void => {
    const corners = [minX, maxX].flatMap((x) =>
      [minY, maxY].map((y) => [now[0] * x + now[2] * y + now[4], now[1] * x + now[3] * y + now[5]]),
    )
    boxes.push(
      toBox(
        corners.map(([at = 0]) => at),
        corners.map(([, at = 0]) => at),
      ),
    )
  }
  for (const [place, operator] of fnArray.entries()) {
    const given = argsArray[place] as unknown[] | null
    switch (operator) {
      case OPS.save:
        kept.push(now)
        break
      case OPS.restore:
      case OPS.paintFormXObjectEnd:
        now = kept.pop() ?? now
        break
      case OPS.transform:
        now = multiply(now, given as unknown as Matrix)
        break
      case OPS.paintFormXObjectBegin:
        kept.push(now)
        if (Array.isArray(given?.[0])) now = multiply(now, given[0] as unknown as Matrix)
        break
      case OPS.constructPath: {
        const [painted, , extent] = given as [number, unknown, ArrayLike<number> | null]
        // A path that only limits where something is drawn draws nothing.
        if (painted !== OPS.endPath && extent != null)
          add(extent[0] ?? 0, extent[1] ?? 0, extent[2] ?? 0, extent[3] ?? 0)
        break
      }
      case OPS.setFont: {
        const font = page.commonObjs.get(String(given?.[0])) as { missingFile?: boolean } | null
        if (font?.missingFile === true) areFontsEmbedded = false
        break
      }
      case OPS.paintImageXObject:
      case OPS.paintInlineImageXObject:
      case OPS.paintImageMaskXObject:
      case OPS.paintImageXObjectRepeat:
        add(0, 0, 1, 1)
        break
      case OPS.shadingFill:
        add(...([page.view[0], page.view[1], page.view[2], page.view[3]] as [number, number, number, number]))
        break
    }
  }
  return { boxes, areFontsEmbedded }
}
