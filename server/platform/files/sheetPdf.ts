import { formatDateTime } from '../../../contract/platform/words/format.ts'
import { oneLine, serviceName } from './cellText.ts'
import { drawSection } from './pdf.ts'
import { layOutPdf } from './pdfLayout.ts'
import type { RenderedSection } from './renderedReport.ts'

/** A list of people to use at a desk, on the telephone or in the car. */
export interface Sheet {
  title: string
  /** A description of what it lists. */
  said: string
  section: RenderedSection
  isWide: boolean
  printedBy: string
  /** ISO text with an offset. */
  printedAt: string
}

/**
 * The sheet as a PDF, with title, time and page number on every page. @param note also printed at the foot of each page
 */
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
