import { csdsTable, csdsTables } from './tables.ts'
import type { Field, Table } from './table.ts'

/** What happens to a record to which a rule applies. */
export type Outcome = 'refused' | 'incomplete' | 'leftOut'
export const outcomeTitles: Readonly<Record<Outcome, string>> = {
  refused: 'Refused',
  incomplete: 'Accepted, but incomplete',
  leftOut: 'Not in the return',
}

export interface Rule {
  id: string
  outcome: Outcome
  title: string
  mend: string
  /** The table and field that it is about. */
  about: string
  /** Whether the rule was read in guidance of NHS England; otherwise we take it to be so. */
  isRead: boolean
}

/** Tables whose mandatory fields NHS England's guidance names. */
const readTables: ReadonlySet<string> = new Set(['CYP000Header', 'CYP001MPI', 'CYP002GP'])

export const missingRule = (table: string, field: string): string => `${table}.${field}`
export const orphanRule = (table: string, field: string): string => `${table}.${field}: no row`

const ofField = (table: Table, field: Field): Rule[] =>
  field.need === 'mandatory' || field.missing !== undefined
    ? [
        {
          id: missingRule(table.name, field.name),
          outcome: field.need === 'mandatory' ? 'refused' : 'incomplete',
          title: field.missing?.title ?? `${field.name} is missing`,
          mend: field.missing?.mend ?? `It comes from: ${field.from}.`,
          about: `${table.name}, ${field.name}`,
          isRead: field.need === 'mandatory' && readTables.has(table.name),
        },
      ]
    : []

const ofParents = ({ name, parents }: Table): Rule[] =>
  parents.map(({ field, table }) => ({
    id: orphanRule(name, field),
    outcome: 'refused' as const,
    title: `${csdsTable(name).title} without its row in ${table}`,
    mend: 'This is a fault of Surefoot. Please tell your system administrator.',
    about: `${name}, ${field}`,
    isRead: false,
  }))

export const dateRules = {
  discharge: 'CYP101Referral: discharge before receipt',
  rejection: 'CYP102ServiceTypeReferredTo: rejection before receipt',
  contactBefore: 'CYP201CareContact: before receipt',
  contactAfter: 'CYP201CareContact: after discharge',
} as const
export const unsettledRule = 'CYP201CareContact: no outcome'

const outOfOrder = (id: string, title: string, about: string, mend: string): Rule => ({
  ...{ id, title, about, mend },
  outcome: 'refused',
  isRead: false,
})

const order: readonly Outcome[] = ['refused', 'incomplete', 'leftOut']

/** Every rule, those of a refusal first. */
export const csdsRules: readonly Rule[] = [
  ...csdsTables.flatMap((table) => [
    ...table.fields.flatMap((field) => ofField(table, field)),
    ...ofParents(table),
  ]),
  outOfOrder(
    dateRules.discharge,
    'Discharged before the referral was received',
    'CYP101Referral, Discharge_Date',
    'Correct the discharge date or the day on which the referral was received.',
  ),
  outOfOrder(
    dateRules.rejection,
    'Declined before the referral was received',
    'CYP102ServiceTypeReferredTo, Referral_RejectionDate',
    'Correct the day of cancelling or the day on which the referral was received.',
  ),
  outOfOrder(
    dateRules.contactBefore,
    'Contact before the referral was received',
    'CYP201CareContact, Contact_Date',
    'Correct the day of the contact or the day on which the referral was received.',
  ),
  outOfOrder(
    dateRules.contactAfter,
    'Contact after the discharge',
    'CYP201CareContact, Contact_Date',
    'Correct the day of the contact or the discharge date.',
  ),
  {
    id: unsettledRule,
    outcome: 'leftOut',
    title: 'Appointments without an outcome',
    about: 'CYP201CareContact',
    mend: 'Record what happened at the appointment.',
    isRead: false,
  } satisfies Rule,
].toSorted((one, other) => order.indexOf(one.outcome) - order.indexOf(other.outcome))
