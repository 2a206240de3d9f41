import { useEffect, useRef, useState } from 'react'
import { fileKindNames, uploadDocument } from '../../../contract/pathways/document.ts'
import { ApiError, call } from '../../platform/calls/api.ts'
import { useSession } from '../../platform/session/session.ts'
import { chosen, declared, inWords, type ChosenFile, type Progress } from './chosenFile.ts'

interface Target {
  pathwayId: number
  patientId: number
}

/** The files of the upload screen. They are sent to the server one after another. */
export const useUploads = ({ pathwayId, patientId }: Target) => {
  const taken = useSession()?.profile?.settings.documentKinds
  const kinds = fileKindNames.filter((kind) => taken?.includes(kind) ?? true)
  const [files, setFiles] = useState<ChosenFile[]>([])
  const [isSending, setSending] = useState(false)
  /** The last change to announce to screen readers. */
  const [news, setNews] = useState('')
  const underWay = useRef<AbortController | null>(null)
  // The server stores nothing of an unfinished upload, so leaving the screen cancels it.
  useEffect(() => () => underWay.current?.abort(), [])

  const put = (key: string, progress: Progress): void =>
    setFiles((all) => all.map((one) => (one.key === key ? { ...one, progress } : one)))

  const sendOne = async (
    { key, file }: ChosenFile,
    typeId: number,
    signal: AbortSignal,
  ): Promise<Progress> => {
    put(key, { step: 'sending', fraction: 0 })
    setNews(`Uploading ${file.name}`)
    let end: Progress = { step: 'stored', isRepaired: false }
    const sendOnce = () =>
      call(
        uploadDocument,
        { ParentId: pathwayId, patientId, DocumentTypeId: typeId, file: declared(file) },
        {
          // Every try of one upload has the same key, so that a file whose reply was lost is not stored twice.
          idempotencyKey: `${key}-${typeId}`,
          signal,
          onProgress: (fraction) =>
            put(key, fraction < 1 ? { step: 'sending', fraction } : { step: 'checking' }),
        },
      )
    try {
      for (let tries = 1; ; tries += 1) {
        try {
          const { repaired = false } = await sendOnce()
          end = { step: 'stored', isRepaired: repaired }
          break
        } catch (error) {
          if (tries === mostTries || !isAskedToWait(error)) throw error
          put(key, { step: 'waiting', reason: error.message })
          await pause(comeAgainMs, signal)
          put(key, { step: 'sending', fraction: 0 })
        }
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      end = failureOf(error)
    }
    put(key, end)
    setNews(`${file.name}: ${inWords(end)}`)
    return end
  }

  return {
    kinds,
    files,
    isSending,
    /** The same, but current: not the value of the last render. */
    isUnderWay: () => underWay.current !== null,
    news,
    add: (added: readonly File[]) => setFiles((all) => [...all, ...added.map((file) => chosen(file, kinds))]),
    remove: (key: string) => setFiles((all) => all.filter((one) => one.key !== key)),
    /** How many files would be sent now. */
    sendable: files.filter(isSendable).length,
    /**
     * Sends every file that can be sent. Returns how many of all files are still not stored, and the names of the files
     * that were repaired.
     */
    send: async (typeId: number): Promise<{ missing: number; repaired: string[] }> => {
      const sendable = files.filter(isSendable)
      const giveUp = new AbortController()
      underWay.current = giveUp
      setSending(true)
      for (const { key } of sendable) put(key, { step: 'waiting' })
      const ends = files.map(({ key, file, progress }) => ({ key, name: file.name, progress }))
      try {
        for (const one of sendable) {
          const progress = await sendOne(one, typeId, giveUp.signal)
          Object.assign(ends.find(({ key }) => key === one.key) ?? {}, { progress })
        }
      } finally {
        underWay.current = null
        setSending(false)
      }
      const stored = ends.flatMap(({ name, progress }) =>
        progress.step === 'stored' ? { name, isRepaired: progress.isRepaired } : [],
      )
      return {
        missing: files.length - stored.length,
        repaired: stored.flatMap(({ name, isRepaired }) => (isRepaired ? name : [])),
      }
    },
  }
}

/** The interval that the service asks for. The service keeps the place in the queue for slightly longer. */
const comeAgainMs = 5_000
const mostTries = 60

/**
 * All places for uploads are taken, or all places for this user. The message of the service says how many are ahead.
 */
const isAskedToWait = (error: unknown): error is ApiError =>
  error instanceof ApiError && ['unavailable', 'too-often'].includes(error.problem?.code ?? '')

/** Ends early, as a call does, if the upload is cancelled. */
const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const giveUp = (): void => {
      clearTimeout(timer)
      reject(new ApiError(0, 'This upload was cancelled.'))
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', giveUp)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', giveUp, { once: true })
  })

const isSendable = ({ progress: { step } }: ChosenFile): boolean => step === 'ready' || step === 'failed'

/** If the server examined the file and refused it, trying again does not help. Any other failure may pass. */
const failureOf = (error: ApiError): Progress => {
  const ofFile = error.fields['file']
  if (ofFile !== undefined) return { step: 'unfit', reason: ofFile }
  const reason = error.message === '' ? Object.values(error.fields).join('. ') : error.message
  return error.status === 413 ? { step: 'unfit', reason } : { step: 'failed', reason }
}
