import {
  deleteDocument,
  deleteDocumentByAddress,
  listDocuments,
  restoreDocument,
} from '../../../contract/pathways/document.ts'
import { upload } from '../../pathways/documents/testing/uploads.ts'
import { done, expectSaved, type Saved } from '../world/factories.ts'
import { known, reads, writes, type KnownCall } from './knownCall.ts'
import type { World } from '../world/world.ts'

const aDocument = async ({ service, user, pathway }: World): Promise<Saved> =>
  expectSaved('document', await upload(service, user, pathway.id))

/** The calls about documents whose input and reply are no file. */
export const knownDocumentCalls: readonly KnownCall[] = [
  known(listDocuments, ({ pathway }) => ({ pathwayId: pathway.id }), reads()),
  known(deleteDocumentByAddress, aDocument, writes()),
  known(deleteDocument, aDocument, writes()),
  known(restoreDocument, async (world) => done(world, deleteDocument, await aDocument(world)), writes()),
]
