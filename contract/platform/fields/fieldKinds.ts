/**
 * Kinds of field that many calls use, as described in the OpenAPI document. `fields.ts` marks its fields with these
 * names, and `server/platform/http/openapi/` writes each kind once. Screens import only the type, so that no page
 * contains these texts.
 */
export const fieldKinds = {
  Id: {
    type: ['integer', 'string'],
    minimum: 1,
    pattern: '^ *[0-9]{1,15} *$',
    description: 'Id of a row: a whole number, or its decimal digits as text.',
    examples: [17],
  },
  RecordId: {
    type: ['integer', 'string'],
    minimum: 0,
    pattern: '^ *[0-9]{1,15} *$',
    description: 'Id of the record to change; 0 creates a new one.',
    examples: [0],
  },
  Version: {
    type: 'integer',
    minimum: 1,
    maximum: 2_147_483_647,
    description:
      'Version of the record that the change is based on. If somebody else has changed the record since, the save is refused (409).',
    examples: [1],
  },
  Day: {
    type: 'string',
    maxLength: 40,
    description: 'A calendar day yyyy-MM-dd, without time or zone. "" means none where the day is optional.',
    examples: ['2026-06-01'],
  },
  Time: {
    type: 'string',
    maxLength: 40,
    description:
      'A time of day HH:mm, without a zone; 9.30am, 0930 and 14h are accepted. "" means none where the time is optional.',
    examples: ['14:30'],
  },
  Telephone: {
    type: 'string',
    maxLength: 120,
    description:
      'A telephone number of digits, spaces, brackets, + and -, with an optional extension or word after it. "" means none.',
    examples: ['01632 960 001', '01632 960 001 ext 204', '07700 900 108 (daughter)'],
  },
  Email: {
    type: 'string',
    maxLength: 255,
    description: 'An e-mail address. "" means none.',
    examples: ['name@example.org'],
  },
  YesNo: {
    enum: [true, false, 'yes', 'no', ''],
    description: 'Yes, no, or "" for not answered.',
    examples: [true],
  },
} as const satisfies Record<string, object>

/** Kinds of number. Each field adds its own limits in its metadata. */
export const numberKinds = {
  WholeNumber: { type: ['integer', 'string'] },
  Decimal: { type: ['number', 'string'] },
} as const

export type FieldKind = keyof typeof fieldKinds
export type NumberKind = keyof typeof numberKinds
