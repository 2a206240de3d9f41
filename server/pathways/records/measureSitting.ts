import type { FastifyInstance } from 'fastify'
import { measuredIn, saveMeasureSitting } from '../../../contract/pathways/records/measureSitting.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import { route } from '../../platform/http/calls/route.ts'
import type { Service } from '../../platform/http/calls/service.ts'
import type { RecordDeath } from '../../patients/patient/death.ts'
import type { SavedRow } from '../../platform/writes/saveRow.ts'
import { measureKind } from './measure.ts'
import { saveRecord } from './store.ts'

/** Saves each measure like any other record, all in one transaction and under one key. */
export const serveMeasureSitting = (
  app: FastifyInstance,
  service: Service,
  rights: Rights,
  recordDeath: RecordDeath,
): void =>
  route(app, service, saveMeasureSitting, rights, (call, { values, aid, ...shared }) =>
    call.write(async (writing) => {
      const records: SavedRow[] = []
      for (const measured of measuredIn({ values, aid }))
        records.push(await saveRecord(writing, measureKind, { id: 0, ...shared, ...measured }, recordDeath))
      return { records }
    }),
  )
