import { uploadDocument } from '../contract/document.ts'
import { sharedTable } from '../server/documents/testing/hostileOthers.ts'
import { tenThousandStreams } from '../server/documents/testing/hostilePdfs.ts'
import { besideAttack, signIn } from './beside.ts'
import type { Fault } from './fault.ts'
import type { Target } from './target.ts'

const rounds = { short: 1, long: 10 }

/** Each takes much longer to read than to send. */
const slow = (): File[] => [
  new File([Buffer.from(tenThousandStreams())], 'letter.pdf', { type: 'application/pdf' }),
  new File([Buffer.from(sharedTable())], 'scan.tif', { type: 'image/tiff' }),
]

interface Answer {
  status: number
  says: string
}

const send = async (
  target: Target,
  { authorization = '' }: Record<string, string>,
  file: File,
): Promise<Answer> => {
  const form = new FormData()
  form.set('ParentId', '1')
  form.set('DocumentTypeId', '1')
  form.set('file', file)
  const response = await fetch(`${target.address}${uploadDocument.path}`, {
    method: uploadDocument.method,
    headers: { authorization },
    body: form,
    signal: AbortSignal.timeout(600_000),
  })
  const body = (await response.json()) as { file?: string }
  return { status: response.status, says: body.file ?? '' }
}

export const files: Fault = {
  name: 'files',
  says: 'A clinician uploads files that take minutes to read: a PDF of ten thousand streams, a TIFF of 499 directories.',
  run: async ({ start, isLong }) => {
    const target = await start()
    const headers = await signIn(target, 'clinician')
    // Made before: what the attacker does must not be taken for waiting.
    const attack = slow()
    const { result, failed, figures } = await besideAttack(target, async () => {
      const answers: Answer[] = []
      for (let round = 0; round < (isLong ? rounds.long : rounds.short); round += 1)
        answers.push(...(await Promise.all(attack.map((file) => send(target, headers, file)))))
      return answers
    })
    return {
      outcomes: [
        {
          says: 'each file is refused in plain words',
          held: result.every(({ status, says }) => status === 400 && /^The file is .*\.$/.test(says)),
        },
        { says: "nobody else's call fails", held: failed === 0 },
      ],
      figures,
    }
  },
}
