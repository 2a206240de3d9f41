import {
  addDeprivationPart,
  mostExamples,
  partLength,
  startDeprivation,
  type PartTaken,
} from '../../../contract/reference/deprivation.ts'
import { call } from '../../platform/calls/api.ts'
import { partsOf } from '../organisations/upload.ts'

/** The outcome of an uploaded file. The line numbers of the examples are those of the whole file. */
export interface Sent extends PartTaken {
  id: number
  fileName: string
}

const nothing: PartTaken = { rows: 0, taken: 0, repeated: 0, refused: 0, examples: [] }

/** Uploads a file in parts small enough for a request, each with the heading line first. */
export const sendDeprivation = async (
  file: File,
  onProgress: (done: number, all: number) => void,
): Promise<Sent> => {
  const text = await file.text()
  const end = text.indexOf('\n') + 1
  // A file of one line has only headings, which the service reports.
  const headings = end === 0 ? `${text}\n` : text.slice(0, end)
  // Headings longer than a part are refused with the first part.
  const parts = end === 0 ? [''] : partsOf(text.slice(end), Math.max(1, partLength - headings.length))
  const { id } = await call(startDeprivation, { fileName: file.name })
  let sum = nothing
  for (const [index, part] of parts.entries()) {
    onProgress(index, parts.length)
    const taken = await call(addDeprivationPart, { id, text: headings + part })
    const before = sum.rows
    sum = {
      rows: sum.rows + taken.rows,
      taken: sum.taken + taken.taken,
      repeated: sum.repeated + taken.repeated,
      refused: sum.refused + taken.refused,
      examples: [
        ...sum.examples,
        ...taken.examples.map((example) => ({ ...example, row: example.row + before })),
      ].slice(0, mostExamples),
    }
  }
  onProgress(parts.length, parts.length)
  return { id, fileName: file.name, ...sum }
}
