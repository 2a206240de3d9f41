import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import {
  composeLetter,
  countNotArrived,
  discardLetter,
  letterNotNeeded,
  lettersOfPathway,
  listSentLetters,
  listUnsentLetters,
  mailLetter,
  printLetters,
  saveLetter,
  sendLetter,
  signLetter,
} from '../../../contract/care/letters/letter.ts'
import {
  getLetterhead,
  listLetterAddresses,
  saveLetterAddress,
  saveLetterhead,
} from '../../../contract/care/letters/letterhead.ts'
import { categoryOf } from '../../../contract/patients/flags/flagKinds.ts'
import type { LetterOccasion, LetterRecipient } from '../../../contract/care/letters/recipients.ts'
import {
  getLetterTemplate,
  listLetterTemplates,
  saveLetterTemplate,
} from '../../../contract/care/letters/template.ts'
import {
  draftColumns,
  letterAddressColumns,
  letterheadColumns,
  templateColumns,
} from '../../care/letters/columns.ts'
import { done, firstOf, type Saved } from '../world/factories.ts'
import { after, known, knownSave, nothing, reads, writes, type KnownCall } from './knownCall.ts'
import { redFlagOf } from './knownSafetyNets.ts'
import type { TestService } from '../process/service.ts'
import type { TestUser } from '../world/users.ts'
import type { World } from '../world/world.ts'

/** The first template of a new service for a recipient and an occasion. */
export const templateFor = async (
  { db }: TestService,
  recipient: LetterRecipient,
  occasion: LetterOccasion,
): Promise<number> => {
  const { id } = await db.sql
    .selectFrom('letter_template')
    .select('id')
    .where('recipient', '=', recipient)
    .where('occasion', '=', occasion)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  return id
}

let letters = 0

/** Text of a new letter to the practice, with which the patient is registered. */
export const letterInputOf = async (
  service: TestService,
  pathwayId: number,
): Promise<Omit<InputOf<typeof signLetter>, 'id'>> => {
  letters += 1
  await service.db.owner.query(
    `insert into organisation (id, type, name, name_key)
     select 'M85999', 'GP Practices', 'Letters Surgery', 'letters surgery'
     where not exists (select from organisation where type = 'GP Practices' and is_active)`,
  )
  await service.db.owner.query(
    `update patient set registered_gp = (select min(id) from organisation where type = 'GP Practices' and is_active)
     where registered_gp is null and id = (select patient_id from pathway where id = $1)`,
    [pathwayId],
  )
  return {
    pathwayId,
    templateId: await templateFor(service, 'gp', 'other'),
    title: `About your patient ${letters}`,
    body: 'Dear colleague,\n\nShe walks better now.',
    concernsConfirmed: true,
  }
}

export const aSignedLetter = async (
  service: TestService,
  user: TestUser,
  pathwayId: number,
  more: Partial<InputOf<typeof signLetter>> = {},
): Promise<Saved & { documentId: number }> =>
  (await done({ service, user }, signLetter, {
    id: 0,
    ...(await letterInputOf(service, pathwayId)),
    ...more,
  })) as Saved & { documentId: number }

const draftInputOf = async ({ service, pathway }: World): Promise<InputOf<typeof saveLetter>> => {
  const { concernsConfirmed: _, ...words } = await letterInputOf(service, pathway.id)
  return { id: 0, ...words }
}

const templateInputOf = async (service: TestService): Promise<InputOf<typeof saveLetterTemplate>> => {
  letters += 1
  return {
    id: 0,
    name: `Template ${letters}`,
    recipient: 'gp',
    occasion: 'other',
    documentTypeId: await firstOf(service, 'document_type'),
    title: 'About {{patientName}}',
    body: 'Dear colleague,\n\n{{goals}}',
    isActive: true,
  }
}

const withAddress = async ({ service, user, practice }: World): Promise<void> => {
  const { rows } = await service.db.owner.query<{ version: number }>(
    'select version from letter_address where organisation_id = $1',
    [practice],
  )
  const input = { organisationId: practice, email: 'letters@example.org', isSecure: true }
  await done({ service, user }, saveLetterAddress, { ...input, version: rows[0]?.version })
}

/** A letter that names an open red flag, so that the red flag which another call opens does not stop its sending. */
const aSigned = async ({ service, user, pathway, patient }: World) => {
  const letter = await aSignedLetter(service, user, pathway.id)
  const sign = categoryOf('redFlag', redFlagOf(patient.id).category ?? null)?.title
  await service.db.owner.query('update letter set concerns = concerns || $2::jsonb where id = $1', [
    letter.id,
    JSON.stringify([`A red flag is open: ${sign}.`]),
  ])
  return letter
}

/** A batch of printed letters. */
export const aPrint = async (world: World): Promise<Saved> => {
  const { id } = await aSigned(world)
  return done(world, printLetters, { ids: [id] })
}

/** The calls about letters. */
export const knownLetterCalls: readonly KnownCall[] = [
  known(listLetterTemplates, { includeInActive: 'true' as const }),
  known(getLetterTemplate, async ({ service }) => ({ id: await templateFor(service, 'gp', 'other') })),
  knownSave(
    saveLetterTemplate,
    ({ service }) => templateInputOf(service),
    { title: 'About a patient' },
    {
      table: 'letter_template',
      columns: templateColumns,
    },
  ),
  known(getLetterhead, {}),
  known(
    saveLetterhead,
    async ({ service }) => {
      const { version } = await service.db.sql
        .selectFrom('letterhead')
        .select('version')
        .executeTakeFirstOrThrow()
      return {
        version,
        serviceName: 'Fernhill Falls Service',
        address: '1 Mill Lane',
        telephone: '01632 960 100',
      }
    },
    null,
    [{ table: 'letterhead', columns: letterheadColumns, onlyChanges: true }],
  ),
  known(listLetterAddresses, {}),
  known(
    saveLetterAddress,
    async (world) => {
      await withAddress(world)
      const { version } = await world.service.db.sql
        .selectFrom('letter_address')
        .select('version')
        .where('organisation_id', '=', world.practice)
        .executeTakeFirstOrThrow()
      return { organisationId: world.practice, email: 'post@example.org', isSecure: true, version }
    },
    null,
    [{ table: 'letter_address', columns: letterAddressColumns, onlyChanges: true }],
  ),
  known(
    composeLetter,
    async ({ service, pathway }) => ({
      pathwayId: pathway.id,
      templateId: await templateFor(service, 'gp', 'discharge'),
    }),
    reads(),
  ),
  known(
    lettersOfPathway,
    after(aSigned, ({ pathway }) => ({ pathwayId: pathway.id })),
    reads(),
  ),
  knownSave(
    saveLetter,
    draftInputOf,
    { title: 'About our patient' },
    {
      table: 'letter_draft',
      columns: draftColumns,
      patientData: writes(),
    },
  ),
  known(
    discardLetter,
    async (world) => ({
      ...(await done(world, saveLetter, await draftInputOf(world))),
      pathwayId: world.pathway.id,
    }),
    writes(),
  ),
  known(
    signLetter,
    async ({ service, pathway }) => ({ id: 0, ...(await letterInputOf(service, pathway.id)) }),
    writes(),
    [{ table: 'letter', columns: draftColumns }],
  ),
  known(listUnsentLetters, after(aSigned, nothing), reads()),
  known(listSentLetters, after(aPrint, nothing), reads()),
  known(printLetters, async (world) => ({ ids: [(await aSigned(world)).id] }), writes()),
  known(
    mailLetter,
    async (world) => {
      await withAddress(world)
      return { id: (await aSigned(world)).id, pathwayId: world.pathway.id }
    },
    writes(),
  ),
  known(
    sendLetter,
    async (world) => ({
      ...{ id: (await aSigned(world)).id, pathwayId: world.pathway.id },
      way: 'post' as const,
    }),
    writes(),
  ),
  known(
    letterNotNeeded,
    async (world) => ({
      ...{ id: (await aSigned(world)).id, pathwayId: world.pathway.id },
      reason: 'Told by telephone',
    }),
    writes(),
  ),
  known(countNotArrived, {}),
]
