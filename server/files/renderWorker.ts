import { parentPort } from 'node:worker_threads'
import type { DrawnReport } from './renderedReport.ts'
import { drawPdf } from './pdf.ts'
import { drawExcel, tableExcel, type Table } from './spreadsheet.ts'

/* The thread that draws reports; it reads fonts and nothing else. */

export type ToDraw = { type: 'pdf' | 'xlsx'; report: DrawnReport } | { type: 'table'; table: Table }
export interface DrawnApart {
  id: number
  body: Uint8Array | null
  failure: string | null
}

const draw = (what: ToDraw): Promise<Uint8Array> => {
  if (what.type === 'table') return tableExcel(what.table)
  return what.type === 'pdf' ? drawPdf(what.report) : drawExcel(what.report)
}

parentPort?.on('message', async ({ id, what }: { id: number; what: ToDraw }) => {
  try {
    parentPort?.postMessage({ id, body: await draw(what), failure: null } satisfies DrawnApart)
  } catch (error) {
    parentPort?.postMessage({ id, body: null, failure: (error as Error).message } satisfies DrawnApart)
  }
})
