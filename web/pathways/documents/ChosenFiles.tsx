import { inWords, type ChosenFile } from './chosenFile.ts'
import { formatSize } from './size.ts'

interface ChosenFilesProps {
  files: readonly ChosenFile[]
  isSending: boolean
  onRemove: (key: string) => void
}

/** Each chosen file with its progress, as a bar and in words, and its actions. */
export const ChosenFiles = ({ files, isSending, onRemove }: ChosenFilesProps) => (
  <ul className="sf-document__list" aria-label="Chosen files">
    {files.map(({ key, file, progress }) => {
      const isBad = progress.step === 'failed' || progress.step === 'unfit'
      return (
        <li key={key}>
          <div className="sf-upload">
            <span className="sf-document__name">{file.name}</span>{' '}
            <span className="sf-quiet sf-nowrap">{formatSize(file.size)}</span>
            {(progress.step === 'sending' || progress.step === 'checking') && (
              <progress
                className="sf-upload__bar"
                aria-label={`Upload of ${file.name}`}
                max={1}
                value={progress.step === 'sending' ? progress.fraction : 1}
              />
            )}
            <div className={isBad ? 'sf-upload__bad' : progress.step === 'stored' ? 'sf-upload__good' : ''}>
              {inWords(progress)}
            </div>
          </div>
          {!isSending && progress.step !== 'stored' && (
            <div className="sf-document__actions">
              {progress.step === 'failed' && (
                // Retries every file that is not uploaded yet: a lost connection seldom stops only one.
                <button type="submit" className="sf-button" aria-label={`Try ${file.name} again`}>
                  Try again
                </button>
              )}
              <button
                type="button"
                className="sf-button"
                aria-label={`Remove ${file.name}`}
                onClick={() => onRemove(key)}
              >
                Remove
              </button>
            </div>
          )}
        </li>
      )
    })}
  </ul>
)
