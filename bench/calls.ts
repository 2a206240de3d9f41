import { randomUUID } from 'node:crypto'
import type autocannon from 'autocannon'
import type { Client } from 'pg'
import { idempotencyKeyHeader } from '../contract/accounts/session.ts'
import { today } from '../contract/platform/dates/dates.ts'
import { fratRecord } from '../contract/pathways/records/frat.ts'
import { getPathway } from '../contract/pathways/referral/pathway.ts'
import { workLists } from '../contract/pathways/worklists/workList.ts'
import { savePatient } from '../contract/patients/patient.ts'
import { searchDemographics, searchNhsNumber } from '../contract/patients/search/search.ts'
import { largestStage } from './fill.ts'
import { inventRegistrations } from './registration.ts'

/* What people do most: the calls that are measured beside the floor. */

/** The title of each, and what the floor's processor time may be multiplied by at 16 connections, and its rate at least. */
export const calls = {
  exact: { title: 'Exact search', database: 1.6, server: 1.5, rate: 0.65 },
  name: { title: 'Name with birth date', database: 1.6, server: 1.5, rate: 0.65 },
  list: { title: 'List of 50', database: 2, server: 1.5, rate: 0.65 },
  pathway: { title: 'Whole pathway', database: 2.5, server: 1.5, rate: 0.65 },
  create: { title: 'Create patient', database: 2, server: 1.5, rate: 0.5 },
  frat: { title: 'Save of a FRAT', database: 2.5, server: 1.5, rate: 0.65 },
} as const
export type CallName = keyof typeof calls
export const callNames = Object.keys(calls) as CallName[]

/** Somebody with an open pathway, by whom the product and the floor are asked. */
export interface Sample {
  patientId: number
  pathwayId: number
  nhsNumber: string
  familyName: string
  familyNameKey: string
  dateOfBirth: string
  genderId: number
  teamMemberId: number
  locationId: number
  stage: string
  /** The people on the first page of the largest list. */
  listed: number[]
}

/**
 * Enough people that a run saves only a few FRATs on each referral: with 500 it saved dozens, and each save read all
 * earlier ones.
 */
const mostSamples = 10_000

/** Different people, so that neither side is measured on one row that is always at hand. */
export const samplesOf = async (client: Client): Promise<Sample[]> => {
  const { rows: first } = await client.query<{ patientId: number }>(
    `select patient_id::integer as "patientId" from work_list where stage = $1 order by since, pathway_id limit 50`,
    [largestStage],
  )
  const listed = first.map(({ patientId }) => patientId)
  const { rows } = await client.query<Omit<Sample, 'stage' | 'listed'>>(
    `select patient.id::integer as "patientId", pathway_id::integer as "pathwayId", patient.nhs_number as "nhsNumber",
       patient.family_name as "familyName", family_name_key as "familyNameKey",
       patient.date_of_birth::text as "dateOfBirth",
       (select id::integer from gender where code = '2') as "genderId",
       (select min(id)::integer from team_member where is_active) as "teamMemberId",
       (select min(id)::integer from location where is_active) as "locationId"
     from work_list join patient on patient.id = patient_id
     where patient.nhs_number is not null and patient.date_of_birth is not null and not work_list.deceased
     order by random() limit $1`,
    [mostSamples],
  )
  if (rows.length === 0) throw new Error('Nobody to look for')
  return rows.map((row) => ({ ...row, stage: largestStage, listed }))
}

/** How the product is asked: each request is about the next of the samples. */
export const requestsOf = (
  samples: readonly Sample[],
): Record<CallName, { method: 'GET' | 'POST'; request: autocannon.Request }> => {
  let asked = 0
  const next = (): Sample => {
    const sample = samples[asked % samples.length]
    asked += 1
    if (sample === undefined) throw new Error('Nobody to look for')
    return sample
  }
  const register = inventRegistrations(next().genderId)
  const post = (path: string, body: (sample: Sample) => object, headers = (): object => ({})) => ({
    method: 'POST' as const,
    request: {
      path,
      setupRequest: (sent: autocannon.Request) => ({
        ...sent,
        headers: { ...sent.headers, ...headers() },
        body: JSON.stringify(body(next())),
      }),
    },
  })
  const get = (path: (sample: Sample) => string) => ({
    method: 'GET' as const,
    request: { setupRequest: (sent: autocannon.Request) => ({ ...sent, path: path(next()) }) },
  })
  return {
    exact: post(searchNhsNumber.path, ({ nhsNumber }) => ({ nhsNumber })),
    name: post(searchDemographics.path, ({ familyName, dateOfBirth }) => ({ familyName, dateOfBirth })),
    list: get(() => `${workLists[largestStage].path}?limit=50`),
    pathway: get(({ pathwayId }) => `${getPathway.path}?id=${pathwayId}`),
    create: post(savePatient.path, register),
    frat: post(
      fratRecord.calls.save.path,
      ({ pathwayId, teamMemberId, locationId }) => ({
        ...{ id: 0, pathwayId, assessmentDate: today(), teamMemberId, locationId, fratScore: 3 },
      }),
      // As the form sends it; without it the next about the same person would count as a double click.
      () => ({ [idempotencyKeyHeader]: randomUUID() }),
    ),
  }
}
