import { parentPort } from 'node:worker_threads'
import type { DrawnReport } from '../drawn.ts'
import { drawPdf } from './pdf.ts'
import { drawExcel } from './sheet.ts'

/* The thread that draws reports; it reads fonts and nothing else. */

export interface ToDraw {
  id: number
  type: 'pdf' | 'xlsx'
  report: DrawnReport
}
export interface DrawnApart {
  id: number
  body: Uint8Array | null
  failure: string | null
}

const draw = { pdf: drawPdf, xlsx: drawExcel }

parentPort?.on('message', async ({ id, type, report }: ToDraw) => {
  try {
    const body = await draw[type](report)
    parentPort?.postMessage({ id, body, failure: null } satisfies DrawnApart)
  } catch (error) {
    parentPort?.postMessage({ id, body: null, failure: (error as Error).message } satisfies DrawnApart)
  }
})
