import { useState } from 'react'
import type { SheetType } from '../../../contract/platform/calls/sheet.ts'
import { ApiError } from '../calls/api.ts'
import { BusyWords } from './BusyWords.tsx'
import { toast } from './Toast.tsx'

const names = { pdf: 'PDF', csv: 'CSV', xlsx: 'Excel' }
type FileType = keyof typeof names
const sheets: readonly SheetType[] = ['csv', 'xlsx']

interface ExportButtonProps<Type extends FileType> {
  /** Names what is saved: 'list', 'report'. */
  what?: string
  types?: readonly Type[]
  save: (type: Type) => Promise<void>
}

/** One button for each file type that can be saved. */
export const ExportButton = <Type extends FileType = SheetType>({
  what = 'list',
  types = sheets as readonly Type[],
  save,
}: ExportButtonProps<Type>) => {
  const [busy, setBusy] = useState<Type | null>(null)
  const [failure, setFailure] = useState('')
  const run = async (type: Type): Promise<void> => {
    setBusy(type)
    try {
      await save(type)
      setFailure('')
      toast(`Saved to your downloads: ${what} as ${names[type]}`)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error.message === '' ? `The ${what} could not be saved.` : error.message)
    } finally {
      setBusy(null)
    }
  }
  return (
    <div className="sf-export" role="group" aria-label={`Save this ${what}`}>
      {types.map((type) => (
        <button
          key={type}
          type="button"
          className="sf-button"
          aria-disabled={busy !== null}
          onClick={() => busy === null && void run(type)}
        >
          <BusyWords isBusy={busy === type}>{`Save ${names[type]}`}</BusyWords>
        </button>
      ))}
      {failure !== '' && <p role="alert">{failure}</p>}
    </div>
  )
}
