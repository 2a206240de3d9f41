import { sql as raw } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fhirTypes } from '../../../contract/exchange/fhir/types.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { aFhirRecord } from '../testing/fhirWorld.ts'
import type { Stamp } from './mapping/source.ts'
import { everySource } from './resources/registry.ts'
import { findRows } from './search/rows.ts'

/*
 * The mapping says of each field of ours where it goes. It goes there: another value of the field changes the element,
 * and no value of a field that is said to stay changes anything.
 */

let service: TestService
const rows = new Map<string, Stamp>()
const caller = {
  clientId: 1,
  clientName: 'x',
  purpose: 'ownCare',
  teamId: null,
  scopes: [],
  userId: null,
  sessionId: null,
  role: null,
  patientId: null,
} as const
beforeAll(async () => {
  service = await testService()
  const user = await service.as('Team Lead')
  const record = await aFhirRecord(service, user)
  await service.db.owner.query(`update patient set consent_refused_date = '2026-01-05' where id = $1`, [
    record.patientId,
  ])
  for (const source of everySource) {
    const [found] = await findRows(service.db.sql, caller, [source], {
      narrow: () => raw`true`,
      sort: 'id',
      after: null,
      most: 1,
    })
    if (found !== undefined) rows.set(keyOf(source), found.row)
  }
})
afterAll(() => service.close())

const keyOf = ({ type, name, entity }: { type: string; name: string; entity: string | null }) =>
  `${type} ${name} ${entity}`

/** Values that some field may have: whatever its kind, one of them means something else than what is stored. */
const others: readonly unknown[] = [
  ...[
    'zzq',
    7,
    3,
    true,
    false,
    null,
    '2026-01-02',
    '2026-03-04',
    '2027-03-04',
    '2026-01-02T10:00:00Z',
    '11:11',
    ['zzq'],
  ],
  ...[
    'accepted',
    'refused',
    'seen',
    'returned',
    'stopped',
    'unwell',
    'fracture',
    'stick',
    'emergency',
    'died',
    'possible',
  ],
  ...[
    'largePrint',
    'done',
    'yes',
    'no',
    'visit',
    'call',
    'attended',
    'cancelledByPatient',
    '3',
    '5',
    'png',
    'print',
    'mail',
  ],
  ...[
    'failed',
    'queued',
    'gp',
    'patient',
    'safeguarding',
    'weight',
    'fesI',
    'timedUpAndGo',
    'adviceOnly',
    'planDeclined',
  ],
  ...[
    'inExercise',
    'inTreatment',
    'session',
    'read',
    'write',
    '19',
    '108161000000109',
    'noAnswer',
    'A',
    '1',
    '2',
    'kept',
  ],
  [{ id: 7, name: 'zzq' }],
  [{ injury: true, longLie: null, ambulance: null }],
  [{ pathwayId: 77, patientId: 77 }],
  [{ stage: 'inExercise', at: '2026-01-02T10:00:00Z' }],
]

/** What stands at the path of an element; a name stands for its choices too, such as value for valueQuantity. */
const at = (node: unknown, [name, ...rest]: readonly string[]): unknown => {
  if (name === undefined) return node
  if (Array.isArray(node)) return node.map((each) => at(each, [name, ...rest]))
  if (typeof node !== 'object' || node === null) return undefined
  return Object.entries(node)
    .filter(([key]) => key === name || new RegExp(`^${name}[A-Z]`).test(key))
    .map(([, child]) => at(child, rest))
}

const made = (toFhir: (row: Stamp) => object, row: Stamp): object | null => {
  try {
    return toFhir(row)
  } catch {
    // This value is none that the field can have.
    return null
  }
}

/** A display name stands beside the id in `names`, so both change together. */
const withValue = (row: Stamp, field: string, value: unknown): Stamp => {
  const names = (row as { names?: Record<string, unknown> }).names
  const shown = field.replace(/Id$/, '')
  return {
    ...row,
    [field]: value,
    ...(names !== undefined &&
      shown in names && { names: { ...names, [shown]: value === null ? null : `zzq ${String(value)}` } }),
  } as Stamp
}

describe.each(everySource.map((source) => [`${source.type} ${source.name}`, source] as const))(
  '%s',
  (_, source) => {
    it('puts each field where the mapping says', () => {
      const row = rows.get(keyOf(source))
      if (row === undefined) throw new Error(`There is no row for ${keyOf(source)}`)
      const wrong: string[] = []
      for (const [field, place] of Object.entries(source.fields)) {
        const path = typeof place === 'string' ? place.split('.') : []
        const changes = (from: Stamp): boolean => {
          const before = JSON.stringify(at(made(source.toFhir, from), path))
          return others.some((value) => {
            const after = made(source.toFhir, withValue(from, field, value))
            return after !== null && JSON.stringify(at(after, path)) !== before
          })
        }
        // Some fields speak only where another does, such as the end of a span.
        const bases = [
          row,
          ...Object.keys(source.fields).flatMap((beside) => [
            withValue(row, beside, null),
            withValue(row, beside, '2026-01-02'),
            withValue(row, beside, true),
            withValue(row, beside, 'failed'),
          ]),
        ]
        const moves = typeof place === 'string' ? bases.some(changes) : changes(row)
        if (moves !== (typeof place === 'string')) wrong.push(`${field}: ${JSON.stringify(place)}`)
      }
      expect(wrong).toEqual([])
    })
  },
)

it('is said for every type', () => {
  expect(new Set([...everySource.map(({ type }) => type), 'Questionnaire', 'Binary', 'Provenance'])).toEqual(
    new Set(fhirTypes),
  )
})
