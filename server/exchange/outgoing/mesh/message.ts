import type { Kysely } from 'kysely'
import type { DB } from '../../../platform/db/types.ts'
import type { Dispatch } from '../dispatches/carrier.ts'
import { writeDocument } from '../sendDocument/document.ts'
import { providerOf, reportFor } from '../sendDocument/subject.ts'
import { letterBundle } from './letterBundle.ts'
import { readLetterToSend, type LetterToSend } from './letterToSend.ts'
import type { Mesh, MeshMessage } from './api/mesh.ts'

type Written = { message: MeshMessage } | { refused: string }

/** Writes the message in the form that the practice takes, or says why that cannot be. */
export const writeMessage = async (
  sql: Kysely<DB>,
  mesh: Mesh,
  dispatch: Dispatch,
  pdf: Uint8Array,
): Promise<Written> => {
  const letter = await readLetterToSend(sql, dispatch.letterId)
  if (letter === null) return { refused: 'The referral no longer exists.' }
  const { meshForm, meshAddress } = letter.practice
  // An administrator corrects a mailbox because letters must not go there.
  if (meshForm !== dispatch.meshForm || meshAddress !== dispatch.address)
    return { refused: 'How the practice takes letters by MESH was changed meanwhile. Send the letter again.' }
  return dispatch.meshForm === 'sendDocument'
    ? asDocument(mesh, letter, dispatch, pdf)
    : asLetter(mesh, letter, dispatch, pdf)
}

const asLetter = async (
  { settings, lookUp }: Mesh,
  letter: LetterToSend,
  { requestId, address }: Dispatch,
  pdf: Uint8Array,
): Promise<Written> => {
  const { letterWorkflow: workflow, odsCode } = settings
  if (workflow === null)
    return { refused: 'No workflow is set for letters: MESH_LETTER_WORKFLOW is missing.' }
  let to = address
  // A mailbox that an administrator set is used as it is; the code of a practice is looked up.
  if (to === null || to === letter.practice.odsCode) {
    const mailboxes = await lookUp(letter.practice.odsCode, workflow)
    if (mailboxes.length > 1)
      return {
        refused: 'The practice has several mailboxes in MESH. An administrator sets the right one.',
      }
    to = mailboxes[0] ?? null
  }
  if (to === null) return { refused: 'The practice has no mailbox in MESH that takes letters.' }
  const bundle = letterBundle(letter, { requestId, odsCode, pdf })
  return {
    message: {
      ...{ to, workflow, localId: requestId },
      subject: 'Letter about a patient',
      fileName: `letter-${letter.id}.json`,
      contentType: 'application/fhir+json',
      content: Buffer.from(JSON.stringify(bundle)),
    },
  }
}

const asDocument = async (
  { settings }: Mesh,
  { id, patient, frame, signatory, signedAt, signedBy, isRestricted, replaces }: LetterToSend,
  { requestId }: Dispatch,
  pdf: Uint8Array,
): Promise<Written> => {
  const { mailbox, odsCode, documentWorkflow: workflow } = settings
  const { nhsNumber, dateOfBirth, familyName } = patient
  const to = providerOf(nhsNumber, dateOfBirth, familyName)
  if (to === null || nhsNumber === null || dateOfBirth === null)
    return {
      refused:
        'MESH finds the practice by NHS number, date of birth and surname. One is missing, or has a letter that MESH cannot read.',
    }
  const { serviceName, telephone } = frame.head
  const name = [patient.namePrefix, patient.firstName, familyName].filter(Boolean).join(' ')
  const content = writeDocument({
    ...{ requestId, mailbox, isRestricted, replaces, pdf },
    signedAt,
    service: { odsCode, name: serviceName, telephone },
    author: signatory ?? { familyName: signedBy, firstName: null },
    patient: { ...patient, nhsNumber, dateOfBirth },
  })
  return {
    message: {
      ...{ to, workflow, localId: requestId, content },
      subject: plainHeader(
        reportFor({ name, nhsNumber }, isRestricted ? null : { name: serviceName, odsCode }),
      ),
      fileName: `letter-${id}.xml`,
      contentType: 'application/xml',
    },
  }
}

/** A header has plain letters only; what it cannot say is left out, as the document says it. */
const plainHeader = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[^ -~]/g, '')
    .slice(0, 500)
