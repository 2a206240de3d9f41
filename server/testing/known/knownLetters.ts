import type { Endpoint, InputOf } from '../../../contract/platform/calls/endpoint.ts'
import {
  composeLetter,
  discardLetter,
  lettersOfPathway,
  listSentLetters,
  listUnsentLetters,
  mailLetter,
  printLetters,
  saveLetter,
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
import { expectSaved, firstOf, type Saved } from '../world/factories.ts'
import type { KnownCall } from './knownCall.ts'
import { redFlagOf } from './knownSafetyNets.ts'
import type { Wire } from '../values/request.ts'
import type { TestService } from '../process/service.ts'
import type { TestUser } from '../world/users.ts'
import type { World } from '../world/world.ts'

/** The first template for a recipient and an occasion, as a new service has them. */
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

/** The words of one more letter to the practice; the patient has one. */
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
  expectSaved(
    'letter',
    await service.ask(signLetter, { id: 0, ...(await letterInputOf(service, pathwayId)), ...more }, user),
  ) as Saved & { documentId: number }

const known = <E extends Endpoint>(
  call: E,
  input: (world: World) => InputOf<E> | Promise<InputOf<E>>,
  patientData: KnownCall['patientData'] = null,
  saves: KnownCall['saves'] = [],
): KnownCall => ({ call, input: async (world) => (await input(world)) as Wire, patientData, saves })

const reads: KnownCall['patientData'] = { use: 'read', of: ({ patient }) => [patient.id] }
const writes: KnownCall['patientData'] = { use: 'write', of: ({ patient }) => [patient.id] }

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
  expectSaved('address', await service.ask(saveLetterAddress, { ...input, version: rows[0]?.version }, user))
}

/** As if it had been signed while a red flag was open: the one that another call opens does not hold it back. */
const aSigned = async ({ service, user, pathway, patient }: World) => {
  const letter = await aSignedLetter(service, user, pathway.id)
  const sign = categoryOf('redFlag', redFlagOf(patient.id).category ?? null)?.title
  await service.db.owner.query('update letter set concerns = concerns || $2::jsonb where id = $1', [
    letter.id,
    JSON.stringify([`A red flag is open: ${sign}.`]),
  ])
  return letter
}

/** Letters that were printed together. */
export const aPrint = async (world: World): Promise<Saved> => {
  const { id } = await aSigned(world)
  return expectSaved('print', await world.service.ask(printLetters, { ids: [id] }, world.user))
}

/** The calls about letters. */
export const knownLetterCalls: readonly KnownCall[] = [
  known(listLetterTemplates, () => ({ includeInActive: 'true' as const })),
  known(getLetterTemplate, async ({ service }) => ({ id: await templateFor(service, 'gp', 'other') })),
  known(saveLetterTemplate, ({ service }) => templateInputOf(service), null, [
    {
      table: 'letter_template',
      columns: templateColumns,
      existing: {
        input: async ({ service, user }) => {
          const input = await templateInputOf(service)
          return { ...input, ...expectSaved('template', await service.ask(saveLetterTemplate, input, user)) }
        },
        change: () => ({ title: 'About a patient' }),
      },
    },
  ]),
  known(getLetterhead, () => ({})),
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
  known(listLetterAddresses, () => ({})),
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
    reads,
  ),
  known(
    lettersOfPathway,
    async (world) => {
      await aSigned(world)
      return { pathwayId: world.pathway.id }
    },
    reads,
  ),
  known(saveLetter, draftInputOf, writes, [
    {
      table: 'letter_draft',
      columns: draftColumns,
      existing: {
        input: async (world) => {
          const input = await draftInputOf(world)
          return {
            ...input,
            ...expectSaved('draft', await world.service.ask(saveLetter, input, world.user)),
          }
        },
        change: () => ({ title: 'About our patient' }),
      },
    },
  ]),
  known(
    discardLetter,
    async (world) => ({
      ...expectSaved('draft', await world.service.ask(saveLetter, await draftInputOf(world), world.user)),
      pathwayId: world.pathway.id,
    }),
    writes,
  ),
  known(
    signLetter,
    async ({ service, pathway }) => ({ id: 0, ...(await letterInputOf(service, pathway.id)) }),
    writes,
    [{ table: 'letter', columns: draftColumns }],
  ),
  known(
    listUnsentLetters,
    async (world) => {
      await aSigned(world)
      return {}
    },
    reads,
  ),
  known(
    listSentLetters,
    async (world) => {
      await aPrint(world)
      return {}
    },
    reads,
  ),
  known(printLetters, async (world) => ({ ids: [(await aSigned(world)).id] }), writes),
  known(
    mailLetter,
    async (world) => {
      await withAddress(world)
      return { id: (await aSigned(world)).id, pathwayId: world.pathway.id }
    },
    writes,
  ),
]
