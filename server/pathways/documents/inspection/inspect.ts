import {
  fileKinds,
  insteadOf,
  insteadOfHeic,
  kindOfName,
  type FileKindName,
} from '../../../../contract/pathways/document.ts'
import { ValidationProblem } from '../../../platform/errors.ts'
import { cleanFileName } from './fileName.ts'
import type { Inspected } from './inspected.ts'
import { inspectApart } from './inspectionProcess.ts'
import { HeicFile, misnamed, RejectedFile } from './rejectedFile.ts'

export interface InspectedFile extends Inspected {
  kind: FileKindName
  /** For display only. */
  fileName: string
}

/**
 * Accepts a file only if its name, its declared type and its content agree on one allowed kind, and the content meets
 * the rules of that kind (FI-1, FI-5). Throws a ValidationProblem with the reason.
 */
export const inspectFile = async (
  file: File,
  allowed: readonly FileKindName[],
  inspect: typeof inspectApart = inspectApart,
): Promise<InspectedFile> => {
  try {
    const fileName = cleanFileName(file.name)
    const kind = kindOfName(fileName)
    if (kind === null || !allowed.includes(kind)) throw new RejectedFile(insteadOf(fileName, allowed))
    if (!agrees(file.type, kind)) throw misnamed(kind)
    return { kind, fileName, ...(await inspect(Buffer.from(await file.arrayBuffer()), kind)) }
  } catch (error) {
    if (error instanceof HeicFile) throw new ValidationProblem({ file: insteadOfHeic(allowed) })
    if (error instanceof RejectedFile) throw new ValidationProblem({ file: error.message })
    throw error
  }
}

/** A sender that does not know the type declares none, or plain bytes. Any other declared type is checked. */
const declaresNothing = new Set(['', 'application/octet-stream'])

const agrees = (declared: string, kind: FileKindName): boolean => {
  const type = declared.toLowerCase().split(';')[0]?.trim() ?? ''
  return declaresNothing.has(type) || (fileKinds[kind].types as readonly string[]).includes(type)
}
