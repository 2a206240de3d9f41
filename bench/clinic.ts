import type { Client } from 'pg'
import { allCounters } from '../contract/stages/counters.ts'
import { addDays, addMonths, today } from '../contract/platform/dates/dates.ts'
import { getPatient, savePatient } from '../contract/patients/patient.ts'
import { getPathway, savePathway } from '../contract/pathways/referral/pathway.ts'
import { stages, type Stage } from '../contract/stages/stage.ts'
import { bmi } from '../contract/patients/bmi.ts'
import { searchDemographics, searchNhsNumber } from '../contract/patients/search/search.ts'
import { workLists } from '../contract/pathways/worklists/workList.ts'
import { inventRegistrations } from './registration.ts'

/** What is asked of the service for one thing that somebody does. */
export interface Ask {
  method: 'GET' | 'POST'
  path: string
  body?: object
  /** What is on the screen afterwards, and is read again when somebody else changes it. */
  screen?: { list: Stage } | { pathway: number }
  /** What is done with the id of what was saved. */
  saved?: (id: number) => void
}

/** What is measured together, with the milliseconds that 95 of 100 may take (trust DL-1). */
export const kinds = { read: 150, save: 250, 'list or counters': 300, 'report of a year': 5_000 } as const
export type Kind = keyof typeof kinds

export interface Deed {
  kind: Kind
  ask: Ask
}

interface Usual {
  kind: Kind
  /** How many of a hundred things that are done are this one. */
  of: number
  ask: () => Ask
}

const anyOf = <Item>(items: readonly Item[]): Item => {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new Error('There is nothing to choose from')
  return item
}

/** What people of a clinic do all day, on any of two thousand open pathways. */
const deedsOn = async (client: Client, reports: readonly string[]): Promise<Usual[]> => {
  const { rows: people } = await client.query<{
    pathwayId: number
    patientId: number
    nhsNumber: string
    familyName: string
    dateOfBirth: string
  }>(
    `select pathway.id::integer as "pathwayId", patient.id::integer as "patientId", patient.nhs_number as "nhsNumber",
       patient.family_name as "familyName", patient.date_of_birth::text as "dateOfBirth"
     from work_list join pathway on pathway.id = pathway_id join patient on patient.id = pathway.patient_id
     where patient.nhs_number is not null and patient.date_of_birth is not null and not work_list.deceased order by random() limit 2000`,
  )
  const { rows: choices } = await client.query<{ gender: number; referrer: number; method: number }>(
    `select (select id from gender where code = '2')::integer as gender, (select min(id) from referrer)::integer as referrer,
       (select min(id) from method)::integer as method`,
  )
  const { gender, referrer, method } = anyOf(choices)
  const register = inventRegistrations(gender)
  const post = ({ path }: { path: string }, body: object): Ask => ({ method: 'POST', path, body })
  /** Who was registered and not yet referred. */
  const registered: number[] = []
  const registration = (): Ask => ({ ...post(savePatient, register()), saved: (id) => registered.push(id) })
  return [
    {
      kind: 'read',
      of: 14,
      ask: () => post(searchNhsNumber, { nhsNumber: anyOf(people).nhsNumber }),
    },
    {
      kind: 'read',
      of: 8,
      ask: () => {
        const { familyName, dateOfBirth } = anyOf(people)
        return post(searchDemographics, { familyName, dateOfBirth })
      },
    },
    {
      kind: 'read',
      of: 24.9,
      ask: () => {
        const { pathwayId } = anyOf(people)
        return { method: 'GET', path: `${getPathway.path}?id=${pathwayId}`, screen: { pathway: pathwayId } }
      },
    },
    {
      kind: 'read',
      of: 8,
      ask: () => ({ method: 'GET', path: `${getPatient.path}?id=${anyOf(people).patientId}` }),
    },
    {
      kind: 'list or counters',
      of: 16,
      ask: () => {
        const list = anyOf(stages)
        return { method: 'GET', path: `${workLists[list].path}?limit=50`, screen: { list } }
      },
    },
    { kind: 'list or counters', of: 12, ask: () => ({ method: 'GET', path: allCounters.path }) },
    {
      kind: 'save',
      of: 10,
      ask: () => {
        const { pathwayId, patientId } = anyOf(people)
        const value = 20 + Math.floor(Math.random() * 200) / 10
        return post(bmi.save, { id: 0, patientId, pathwayId, assessmentDate: today(), bmi: value })
      },
    },
    {
      kind: 'save',
      of: 7,
      ask: () => {
        const patientId = registered.pop()
        if (patientId === undefined) return registration()
        const referral = { referralDate: today(), referrerId: referrer, referralMethodId: method }
        return post(savePathway, { id: 0, patientId, ...referral })
      },
    },
    {
      kind: 'report of a year',
      of: 0.1,
      ask: () => {
        const reportName = anyOf(reports)
        const days = { dateFrom: addDays(addMonths(today(), -12), 1), dateTo: today() }
        return post({ path: `/api/report/${reportName}` }, { reportName, ...days, type: 'html' })
      },
    },
  ]
}

/** What is done next, as often as it is done in a clinic. @param reports those that are run */
export const clinicOn = async (client: Client, reports: readonly string[]): Promise<() => Deed> => {
  const deeds = await deedsOn(client, reports)
  const sum = deeds.reduce((before, { of }) => before + of, 0)
  return () => {
    let at = Math.random() * sum
    for (const { kind, of, ask } of deeds) {
      at -= of
      if (at <= 0) return { kind, ask: ask() }
    }
    throw new Error('The shares do not add up')
  }
}
