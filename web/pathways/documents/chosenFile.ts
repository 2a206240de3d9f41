import {
  fileEmpty,
  fileKinds,
  fileTooLarge,
  insteadOf,
  kindOfName,
  maximumFileBytes,
  type FileKindName,
} from '../../../contract/pathways/document.ts'

export type Progress =
  | { step: 'ready' }
  /** Has a reason if the service asked to wait; the file is then sent again automatically. */
  | { step: 'waiting'; reason?: string }
  | { step: 'sending'; fraction: number }
  | { step: 'checking' }
  | { step: 'stored'; isRepaired: boolean }
  /** Trying again may help: the connection was lost, or the service was busy. */
  | { step: 'failed'; reason: string }
  /** Trying again does not help. */
  | { step: 'unfit'; reason: string }

export interface ChosenFile {
  key: string
  file: File
  progress: Progress
}

/** The problems that can be found before sending. The server examines the content and decides. */
const unfitness = ({ name, size }: File, kinds: readonly FileKindName[]): string | null => {
  const kind = kindOfName(name)
  if (kind === null || !kinds.includes(kind)) return insteadOf(name, kinds)
  if (size > maximumFileBytes) return fileTooLarge
  return size === 0 ? fileEmpty : null
}

/** @param kinds the accepted kinds */
export const chosen = (file: File, kinds: readonly FileKindName[]): ChosenFile => {
  const reason = unfitness(file, kinds)
  const progress: Progress = reason === null ? { step: 'ready' } : { step: 'unfit', reason }
  return { key: crypto.randomUUID(), file, progress }
}

/**
 * The file with the media type of its extension. Browsers take the type from the operating system, which may not know
 * it.
 */
export const declared = (file: File): File => {
  const kind = kindOfName(file.name)
  return kind === null ? file : new File([file], file.name, { type: fileKinds[kind].types[0] })
}

export const inWords = (progress: Progress): string => {
  switch (progress.step) {
    case 'ready':
      return 'Ready to upload'
    case 'waiting':
      return progress.reason === undefined ? 'Waiting' : `Waiting. ${progress.reason}`
    case 'sending':
      return `Uploading, ${Math.floor(progress.fraction * 100)}%`
    case 'checking':
      return 'Sent, being checked'
    case 'stored':
      return progress.isRepaired ? 'Uploaded, and repaired' : 'Uploaded'
    case 'failed':
    case 'unfit':
      return `Not uploaded. ${progress.reason}`
  }
}
