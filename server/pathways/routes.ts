import type { FastifyInstance } from 'fastify'
import { getPathway, savePathway } from '../../contract/pathway/pathway.ts'
import { demandReach } from '../reach.ts'
import { recordRead } from '../records/routes.ts'
import { serve, type Service } from '../serve.ts'
import { saveReferral } from './store.ts'
import { viewPathway } from './view.ts'

export const servePathways = (app: FastifyInstance, service: Service): void => {
  serve(app, service, getPathway, recordRead, async (call, input) => {
    demandReach(call)
    const view = await viewPathway(service.db.sql, input)
    call.showed({
      patientIds: [view.patient.id],
      pathwayIds: [view.pathway.id],
      records: [
        { entity: 'pathway', id: view.pathway.id, version: view.pathway.version },
        { entity: 'patient', id: view.patient.id, version: view.patient.version },
        ...view.frat.map(({ id, version }) => ({ entity: 'frat', id, version })),
      ],
    })
    return view
  })
  serve(
    app,
    service,
    savePathway,
    { capability: 'pathway.write', audit: 'write', idempotency: 'create', rate: 'write' },
    (call, input) => call.write((writing) => saveReferral(writing, input)),
  )
}
