import { parentPort, workerData } from 'node:worker_threads'
import { uploadDocument } from '../contract/pathways/document.ts'
import { sharedTable } from '../server/pathways/documents/testing/hostileOthers.ts'
import { tenThousandStreams } from '../server/pathways/documents/testing/hostilePdfs.ts'

/* A thread that uploads, so that making and sending the files is not taken for somebody else's waiting. */

export interface Attacked {
  address: string
  authorization: string
  rounds: number
}
export interface Answer {
  status: number
  says: string
}

const { address, authorization, rounds } = workerData as Attacked
/** Each takes much longer to read than to send. */
const files = [
  new File([Buffer.from(tenThousandStreams())], 'letter.pdf', { type: 'application/pdf' }),
  new File([Buffer.from(sharedTable())], 'scan.tif', { type: 'image/tiff' }),
]

const send = async (file: File): Promise<Answer> => {
  const form = new FormData()
  form.set('ParentId', '1')
  form.set('DocumentTypeId', '1')
  form.set('file', file)
  const response = await fetch(`${address}${uploadDocument.path}`, {
    method: uploadDocument.method,
    headers: { authorization },
    body: form,
    signal: AbortSignal.timeout(600_000),
  })
  const body = (await response.json()) as { file?: string }
  return { status: response.status, says: body.file ?? '' }
}

const attack = async (): Promise<void> => {
  const answers: Answer[] = []
  for (let round = 0; round < rounds; round += 1) answers.push(...(await Promise.all(files.map(send))))
  parentPort?.postMessage(answers)
}

// What fails ends the thread with its error, of which the fault hears.
parentPort?.once('message', () => void attack())
parentPort?.postMessage('ready')
