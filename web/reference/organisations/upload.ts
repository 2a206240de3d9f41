import { addImportPart, partLength, startImport } from '../../../contract/reference/organisationImport.ts'
import { call } from '../../platform/calls/api.ts'

/** Splits the text at line ends, so that no character is cut in two. */
export const partsOf = (text: string, length: number = partLength): string[] => {
  const parts: string[] = []
  for (let from = 0; from < text.length;) {
    const end = from + length >= text.length ? text.length : text.lastIndexOf('\n', from + length - 1) + 1
    // No valid file has a line longer than a part, so it does not matter where such a line is cut.
    const to = end > from ? end : from + length
    parts.push(text.slice(from, to))
    from = to
  }
  return parts
}

/** Uploads a file in parts small enough for a request. Returns the id of the upload. */
export const uploadFile = async (
  file: File,
  onProgress: (done: number, all: number) => void,
): Promise<number> => {
  const parts = partsOf(await file.text())
  const { id } = await call(startImport, { fileName: file.name })
  for (const [index, text] of parts.entries()) {
    onProgress(index, parts.length)
    await call(addImportPart, { id, part: index + 1, text })
  }
  onProgress(parts.length, parts.length)
  return id
}
