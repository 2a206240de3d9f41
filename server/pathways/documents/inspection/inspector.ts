import { constants } from 'node:fs'
import type { FileKindName } from '../../../../contract/pathways/document.ts'
import { inspectContent } from './content.ts'
import { limitWasmMemory } from './limitWasmMemory.ts'
import { HeicFile, RejectedFile } from './rejectedFile.ts'

/*
 * The process that reads uploaded files. inspectionProcess.ts starts it, and kills it if it uses too much time or
 * memory.
 */

export interface ToInspect {
  content: Uint8Array
  kind: FileKindName
}
export type Finding =
  /** Null if the content is unchanged. */
  | { taken: Uint8Array | null; isRepaired: boolean }
  | { isHeic: true }
  | { refused: string }
  | { failure: string }

limitWasmMemory()
// Emscripten reads these constants through `process.binding`, which a restricted process may not use.
Object.assign(process, { binding: () => ({ fs: constants }) })

const find = async ({ content, kind }: ToInspect): Promise<Finding> => {
  try {
    const sent = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
    const { content: taken, isRepaired } = await inspectContent(sent, kind)
    return { taken: taken === sent ? null : taken, isRepaired }
  } catch (error) {
    if (error instanceof HeicFile) return { isHeic: true }
    return error instanceof RejectedFile
      ? { refused: error.message }
      : { failure: error instanceof Error ? `${error.name} in ${error.stack?.split('\n')[1] ?? '?'}` : '?' }
  }
}

// `find` never rejects. If a finding cannot be sent, this process ends, which its parent treats as a failure.
process.on('message', (what: ToInspect) => void find(what).then((finding) => process.send?.(finding)))
process.once('disconnect', () => process.exit(0))
process.send?.('ready')
