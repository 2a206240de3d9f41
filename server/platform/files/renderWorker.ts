import { parentPort } from 'node:worker_threads'
import type { RenderedReport } from './renderedReport.ts'
import { renderDashboard, type PrintedDashboard } from './dashboardPdf.ts'
import type { LetterOnPaper } from '../../../contract/care/letters/letter.ts'
import { renderLetters } from './letterPdf.ts'
import { UnprintableCharacter } from './unprintable.ts'
import { renderPdf } from './pdf.ts'
import { renderSheet, type Sheet } from './sheetPdf.ts'
import { renderExcel, tableExcel, type Table } from './spreadsheet.ts'

/* The thread that draws reports. The only files it reads are fonts. */

export type RenderRequest =
  | { type: 'pdf' | 'xlsx'; report: RenderedReport }
  | { type: 'table'; table: Table }
  | { type: 'sheet'; sheet: Sheet }
  | { type: 'letters'; letters: readonly LetterOnPaper[] }
  | { type: 'dashboard'; dashboard: PrintedDashboard; printedBy: string }
export interface RenderReply {
  id: number
  body: Uint8Array | null
  failure: string | null
  /** The character that no font has. */
  unprintable: string | null
}

const draw = (what: RenderRequest, note: string): Promise<Uint8Array> => {
  if (what.type === 'table') return tableExcel(what.table)
  if (what.type === 'sheet') return renderSheet(what.sheet, note)
  if (what.type === 'dashboard') return renderDashboard(what.dashboard, what.printedBy, note)
  if (what.type === 'letters') return renderLetters(what.letters, note)
  return what.type === 'pdf' ? renderPdf(what.report, note) : renderExcel(what.report)
}

const reply = async (id: number, what: RenderRequest, note: string): Promise<RenderReply> => {
  try {
    return { id, body: await draw(what, note), failure: null, unprintable: null }
  } catch (error) {
    const unprintable = error instanceof UnprintableCharacter ? error.character : null
    return { id, body: null, failure: (error as Error).message, unprintable }
  }
}

// `reply` never rejects. If a reply cannot be posted, this thread ends and the pool notices.
parentPort?.on(
  'message',
  ({ id, what, note }: { id: number; what: RenderRequest; note: string }) =>
    void reply(id, what, note).then((done) => parentPort?.postMessage(done)),
)
