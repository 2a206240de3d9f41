import { sql as raw } from 'kysely'
import type { Quantity } from 'fhir/r4.js'
import type { Code } from '../../../../contract/pathways/records/codes.ts'
import { filled, systems } from '../mapping/elements.ts'
import { always, of, reference, ukCore, type Column } from '../mapping/source.ts'

/* What all observations have alike. */

export const profile = ukCore('Observation')
export const categorySystem = 'http://terminology.hl7.org/CodeSystem/observation-category'
const statusSystem = 'http://hl7.org/fhir/observation-status'
export const final = always('final', statusSystem)

/** The `code` of a source that always has the same. */
export const codedAs = (all: readonly Code[]): Column => ({
  kind: 'token',
  codes: all.map(({ system, code }) => ({ system, is: raw.lit(code) })),
})
export const inCategory = (code: string): Column => always(code, categorySystem)
export const performedBy = (clinician: string): Column =>
  reference('performer', 'Practitioner', raw`'clinician-' || ${of(clinician)}`)
export const byNobody = reference('performer', 'Practitioner', raw`null::text`)

/** Units of UCUM by the unit that the service writes; a unit that is not here is sent in words. */
const units: Readonly<Record<string, string>> = {
  s: 's',
  'm/s': 'm/s',
  cm: 'cm',
  kg: 'kg',
  mmHg: 'mm[Hg]',
  'beats a minute': '/min',
}

export const quantity = (value: number, unit: string): Quantity => {
  const code = units[unit]
  return filled({
    value,
    unit: unit === '' ? undefined : unit,
    system: code === undefined ? undefined : systems.ucum,
    code,
  }) as Quantity
}
