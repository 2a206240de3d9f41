import { listDocuments, uploadDocument } from '../contract/pathways/document.ts'
import { withClient } from '../server/platform/db/connection/withClient.ts'
import { signInAt } from '../server/testing/process/signInAt.ts'
import { besideAttack } from './beside.ts'
import type { Fault } from './fault.ts'
import { openSlowClients } from './slowClient.ts'
import { setTimeout as sleep } from 'node:timers/promises'

export const slowUploads: Fault = {
  name: 'slow-uploads',
  says: 'One person begins eight uploads that arrive a byte at a time; others upload beside them.',
  run: async ({ start }) => {
    const target = await start()
    const { authorization = '' } = await signInAt(target.address, 'clinician')
    const other = await signInAt(target.address, 'teamlead')
    const [pathway, documentType] = await withClient(target.ownerUrl, async (client) => {
      const first = async (query: string) => (await client.query<{ id: string }>(query)).rows[0]?.id ?? ''
      return [
        await first('select id from pathway where is_active order by id limit 1'),
        await first('select id from document_type where is_active order by id limit 1'),
      ]
    })
    const clients = openSlowClients(target.address, 8, {
      first:
        `POST ${uploadDocument.path} HTTP/1.1\r\nHost: surefoot\r\nAuthorization: ${authorization}\r\n` +
        'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 900000\r\n\r\n' +
        '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n',
      then: 'x',
    })
    const upload = async (): Promise<number> => {
      const form = new FormData()
      form.append('ParentId', pathway)
      form.append('DocumentTypeId', documentType)
      form.append('file', new File([`A letter of ${Math.random()}`], 'letter.txt', { type: 'text/plain' }))
      const headers = { authorization: other['authorization'] ?? '' }
      const response = await fetch(`${target.address}${uploadDocument.path}`, {
        method: 'POST',
        headers,
        body: form,
      })
      await response.text()
      return response.status
    }
    const beside = await besideAttack(target, async () => {
      await sleep(500)
      const statuses: number[] = []
      for (let index = 0; index < 6; index += 1) {
        statuses.push(await upload())
        await sleep(200)
      }
      return statuses
    })
    clients.end()
    const listed = await fetch(`${target.address}${listDocuments.path}?pathwayId=${pathway}`, {
      headers: other,
    })
    return {
      outcomes: [
        {
          says: `somebody else's six uploads were all stored (answers: ${beside.result.join(', ')})`,
          held: beside.result.every((status) => status === 200),
        },
        { says: "somebody else's reads were answered", held: beside.failed === 0 && listed.ok },
      ],
      figures: beside.figures,
    }
  },
}
