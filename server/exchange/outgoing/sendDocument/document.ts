import { instantFrom } from '../../fhir/mapping/instants.ts'
import { reportFor } from './subject.ts'
import { writeXml, type Part } from './xml.ts'

/** What a document says. */
export interface DocumentToSend {
  /** Our number of the message, which its acknowledgements repeat. */
  requestId: string
  /** ISO 8601, with zone. */
  signedAt: string
  mailbox: string
  service: { odsCode: string; name: string; telephone: string | null }
  author: { familyName: string; firstName: string | null }
  patient: {
    familyName: string
    firstName: string | null
    namePrefix: string | null
    dateOfBirth: string
    nhsNumber: string
  }
  isRestricted: boolean
  /** Our number of the message that this one replaces. */
  replaces: string | null
  pdf: Uint8Array
}

const stu3 = 'https://fhir.nhs.uk/STU3'
const careConnect = 'https://fhir.hl7.org.uk/STU3/StructureDefinition'
const profiles = {
  message: `${stu3}/StructureDefinition/ITK-Message-Bundle-1`,
  header: `${stu3}/StructureDefinition/ITK-MessageHeader-2`,
  handling: `${stu3}/StructureDefinition/Extension-ITK-MessageHandling-2`,
  sender: `${stu3}/StructureDefinition/CareConnect-ITK-Header-Organization-1`,
  document: `${stu3}/StructureDefinition/ITK-Document-Bundle-1`,
  attachment: `${stu3}/StructureDefinition/ITK-Attachment-Binary-1`,
  composition: `${careConnect}/CareConnect-Composition-1`,
  practitioner: `${careConnect}/CareConnect-Practitioner-1`,
  organization: `${careConnect}/CareConnect-Organization-1`,
  patient: `${careConnect}/CareConnect-Patient-1`,
}
const uuidSystem = 'https://tools.ietf.org/html/rfc4122'
const odsSystem = 'https://fhir.nhs.uk/Id/ods-organization-code'
const nhsNumberSystem = 'https://fhir.nhs.uk/Id/nhs-number'
const title = 'Consultation report'

/** Numbers of the parts, which follow from ours: each attempt sends the same. */
const partOf = (requestId: string, part: number): string =>
  `${requestId.slice(0, -1)}${((Number.parseInt(requestId.slice(-1), 16) + part) % 16).toString(16)}`

const entry = (id: string, type: string, profile: string, parts: readonly (Part | null)[]): Part => [
  'entry',
  [
    ['fullUrl', `urn:uuid:${id}`],
    ['resource', [[type, [['id', id], meta(profile), ...parts]]]],
  ],
]
const meta = (profile: string): Part => ['meta', [['profile', profile]]]
const refer = (name: string, id: string): Part => [name, [['reference', `urn:uuid:${id}`]]]
const identified = (system: string, value: string): Part => [
  'identifier',
  [
    ['system', system],
    ['value', value],
  ],
]
const named = (name: { familyName: string; firstName: string | null; namePrefix?: string | null }): Part => [
  'name',
  [
    ['use', 'official'],
    ['family', name.familyName],
    name.firstName === null ? null : ['given', name.firstName],
    name.namePrefix == null ? null : ['prefix', name.namePrefix],
  ],
]
const telephoned = (telephone: string | null): Part | null =>
  telephone === null
    ? null
    : [
        'telecom',
        [
          ['system', 'phone'],
          ['value', telephone],
          ['use', 'work'],
        ],
      ]
const flag = (url: string, part: Part): Part => ['extension', [part], url]

/**
 * A letter as a message of GP Connect Send Document: FHIR STU3 as XML in an ITK3 message, which asks for both
 * acknowledgements. The numbers in comments are of its requirements.
 */
export const writeDocument = (document: DocumentToSend): Uint8Array => {
  const { requestId, signedAt, mailbox, service, author, patient, isRestricted, replaces, pdf } = document
  const at = `${instantFrom(signedAt).slice(0, 19)}+00:00`
  const ids = {
    sender: partOf(requestId, 1),
    document: partOf(requestId, 2),
    composition: partOf(requestId, 3),
    attachment: partOf(requestId, 4),
    practitioner: partOf(requestId, 5),
    organization: partOf(requestId, 6),
    patient: partOf(requestId, 7),
  }
  const name = [patient.namePrefix, patient.firstName, patient.familyName].filter(Boolean).join(' ')
  const seenAt = isRestricted ? null : service
  const summary = `${reportFor({ name, nhsNumber: patient.nhsNumber }, seenAt)}, Version 1`
  const header = entry(requestId, 'MessageHeader', profiles.header, [
    [
      'extension',
      [
        flag('BusAckRequested', ['valueBoolean', true]), // GPCM-SD-040
        flag('InfAckRequested', ['valueBoolean', true]), // GPCM-SD-041
        flag('RecipientType', [
          'valueCoding',
          [
            ['system', `${stu3}/CodeSystem/ITK-RecipientType-1`],
            ['code', 'FA'],
            ['display', 'For Action'],
          ],
        ]), // GPCM-SD-039
        flag('MessageDefinition', [
          'valueReference',
          [['reference', `${stu3}/MessageDefinition/ITK-GPConnectSendDocument-MessageDefinition-1`]],
        ]), // GPCM-SD-043
        flag('SenderReference', ['valueString', requestId]), // GPCM-SD-042
        flag('LocalExtension', ['valueString', 'SendDocument-ConsultationReport']), // GPCM-SD-044
      ],
      profiles.handling,
    ],
    [
      'event',
      [
        ['system', `${stu3}/CodeSystem/ITK-MessageEvent-2`],
        ['code', 'ITK007C'],
        ['display', 'ITK GP Connect Send Document'],
      ],
    ], // GPCM-SD-047
    refer('sender', ids.sender), // GPCM-SD-045
    ['timestamp', at],
    ['source', [['endpoint', mailbox]]], // GPCM-SD-046; no destination and no receiver, GPCM-SD-049
    refer('focus', ids.document), // GPCM-SD-103
  ])
  const composition = entry(ids.composition, 'Composition', profiles.composition, [
    ['text', { words: summary }],
    identified(uuidSystem, requestId),
    ['status', 'final'], // GPCM-SD-114
    [
      'type',
      [
        [
          'coding',
          [
            ['system', 'http://snomed.info/sct'],
            ['code', '371531000'],
            ['display', 'Report of clinical encounter'],
          ],
        ],
      ],
    ], // GPCM-SD-115
    refer('subject', ids.patient),
    ['date', at],
    refer('author', ids.practitioner),
    ['title', title], // GPCM-SD-118
    ['confidentiality', isRestricted ? 'R' : 'N'], // GPCM-SD-117
    refer('custodian', ids.organization),
    replaces === null
      ? null
      : [
          'relatesTo',
          [
            ['code', 'replaces'],
            [
              'targetIdentifier',
              [
                ['system', uuidSystem],
                ['value', replaces],
              ],
            ],
          ],
        ], // GPCM-SD-123
    ['section', [['title', title], refer('entry', ids.attachment)]], // GPCM-SD-109, 112, 124
  ])
  const payload = entry(ids.document, 'Bundle', profiles.document, [
    identified(uuidSystem, requestId),
    ['type', 'document'],
    composition,
    entry(ids.attachment, 'Binary', profiles.attachment, [
      ['contentType', 'application/pdf'],
      ['content', Buffer.from(pdf).toString('base64')],
    ]),
    entry(ids.practitioner, 'Practitioner', profiles.practitioner, [
      named(author),
      telephoned(service.telephone),
    ]),
    entry(ids.organization, 'Organization', profiles.organization, [
      identified(odsSystem, service.odsCode),
      ['name', service.name],
      telephoned(service.telephone),
    ]),
    entry(ids.patient, 'Patient', profiles.patient, [
      identified(nhsNumberSystem, patient.nhsNumber),
      ['active', true],
      named(patient),
      ['birthDate', patient.dateOfBirth],
    ]),
  ])
  const parts = [
    writeXml(['id', requestId]),
    writeXml(meta(profiles.message)),
    writeXml(identified(uuidSystem, requestId)),
    writeXml(['type', 'message']),
    writeXml(header),
    writeXml(entry(ids.sender, 'Organization', profiles.sender, [identified(odsSystem, service.odsCode)])),
    writeXml(payload),
  ]
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><Bundle xmlns="http://hl7.org/fhir">${parts.join('')}</Bundle>`,
  )
}
