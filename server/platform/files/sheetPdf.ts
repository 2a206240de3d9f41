import { formatDateTime } from '../../../contract/platform/words/format.ts'
import { oneLine, serviceName } from './cellText.ts'
import { drawSection } from './pdf.ts'
import { layOutPdf } from './pdfLayout.ts'
import type { RenderedSection } from './renderedReport.ts'

/** A list of people for the desk, the telephone or the car. */
export interface Sheet {
  title: string
  /** What it lists, in words. */
  said: string
  section: RenderedSection
  isWide: boolean
  printedBy: string
  /** ISO text with an offset. */
  printedAt: string
}

/** The sheet on paper: title, time and page number on every page. @param note said at the foot of each page too */
export const renderSheet = (
  { title, said, section, isWide, printedBy, printedAt }: Sheet,
  note: string,
): Promise<Uint8Array> =>
  layOutPdf(
    {
      title,
      author: serviceName,
      wide: isWide,
      printed: `${serviceName}: ${title}, printed by ${oneLine(printedBy)}, ${formatDateTime(printedAt)}. Confidential. ${note}`,
    },
    (layout) => {
      layout.block('P', serviceName, { size: 9, weight: 400 }, 0)
      layout.block('H1', title, { size: 18, weight: 600 })
      layout.block('P', said, { size: 10, weight: 400 })
      drawSection(layout, section)
    },
  )
