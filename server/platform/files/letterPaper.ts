import type { Style } from './drawText.ts'
import type { PdfLayout } from './pdfLayout.ts'

/*
 * Where things stand on the first page of a letter, in points from the left and the top of A4: for an envelope with a
 * window, by the letter specification of GOV.UK Notify (v2.4), which prints our letters. Letters that are printed here
 * look the same. server/exchange/outgoing/notify/checkPaper.ts checks the finished file.
 */

const mm = 72 / 25.4

/** Of every page. The window begins 24.6 mm from the left, so the letter begins where its address does: here. */
export const margin = 25 * mm
const windowRight = 120 * mm
export const windowTop = 40 * mm
const windowBottom = 66 * mm
/** The sender, beside the window. */
export const headLeft = 126 * mm
/** Between the window and the letter nothing may stand, except the sender beside it. */
export const headBottom = 92 * mm
export const bodyTop = 95.5 * mm

/** The printers of Notify write every address in 8 points themselves. A smaller one would not be read. */
const smallest = 8

/**
 * The size at which an address fits the window, as large as the letter at most. A line is not broken while a smaller
 * size has room for it. What fits in no size is as small as it may be, and goes past the window: it is never cut.
 */
export const addressSize = (
  layout: PdfLayout,
  lines: readonly string[],
  largest: number,
): { style: Style; wrapped: string[] } => {
  const at = (size: number) => {
    const style: Style = { size, weight: 400 }
    return { style, wrapped: lines.flatMap((line) => layout.wrap(line, windowRight - margin, style)) }
  }
  const isHighEnough = ({ style, wrapped }: ReturnType<typeof at>): boolean =>
    wrapped.length * layout.lineHeight(style) <= windowBottom - windowTop
  const sizes = Array.from({ length: (largest - smallest) * 2 + 1 }, (_, step) => at(largest - step / 2))
  return (
    sizes.find((each) => each.wrapped.length === lines.length && isHighEnough(each)) ??
    sizes.find(isHighEnough) ??
    at(smallest)
  )
}
