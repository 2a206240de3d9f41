import {
  deleteDocument,
  deleteDocumentByAddress,
  listDocuments,
  restoreDocument,
} from '../../../contract/pathways/document.ts'
import { upload } from '../../pathways/documents/testing/uploads.ts'
import type { Saved } from '../world/factories.ts'
import type { KnownCall, PatientData } from './knownCall.ts'
import type { Wire } from '../values/request.ts'
import type { World } from '../world/world.ts'

const aDocument = async ({ service, user, pathway }: World): Promise<Saved> => {
  const { status, body } = await upload(service, user, pathway.id)
  if (status !== 200) throw new Error(`The document was not uploaded: ${status} ${JSON.stringify(body)}`)
  return body as Saved
}

const patientData = (use: PatientData['use']): PatientData => ({ use, of: ({ patient }) => [patient.id] })

const writes = (call: KnownCall['call'], input: (world: World) => Promise<Wire>): KnownCall => ({
  call,
  input,
  patientData: patientData('write'),
  saves: [],
})

/** The calls about documents whose input and reply are no file. */
export const knownDocumentCalls: readonly KnownCall[] = [
  {
    call: listDocuments,
    input: async ({ pathway }) => ({ pathwayId: pathway.id }),
    patientData: patientData('read'),
    saves: [],
  },
  writes(deleteDocumentByAddress, async (world) => ({ ...(await aDocument(world)) })),
  writes(deleteDocument, async (world) => ({ ...(await aDocument(world)) })),
  writes(restoreDocument, async (world) => {
    const document = await aDocument(world)
    return { ...((await world.service.ask(deleteDocument, document, world.user)).body as Saved) }
  }),
]
