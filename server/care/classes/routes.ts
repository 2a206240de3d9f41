import type { FastifyInstance } from 'fastify'
import { getClass, listClasses, saveClass } from '../../../contract/care/classes/class.ts'
import { cancelSession, closeClass } from '../../../contract/care/classes/closing.ts'
import { saveParts } from '../../../contract/care/classes/fidelity.ts'
import { saveHomeExercise } from '../../../contract/care/classes/homeExercise.ts'
import {
  acceptPlace,
  classesOfPathway,
  classPeople,
  enrol,
  leaveClass,
  offerPlace,
} from '../../../contract/care/classes/place.ts'
import { getRegister, markAttendance, saveSession } from '../../../contract/care/classes/register.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import { forbidden } from '../../platform/errors.ts'
import { route } from '../../platform/http/calls/route.ts'
import type { AccountsService } from '../../accounts/settings/service.ts'
import type { RecordDeath } from '../../patients/patient/death.ts'
import { tellWith } from '../telling/tell.ts'
import { cancelDay, close } from './closing.ts'
import { homeExerciseTable, placeTable, sessionTable } from './columns.ts'
import { saveHomeExerciseRow } from './homeExercise.ts'
import { markPerson, saveSessionRow } from './mark.ts'
import { savePartsRow } from './parts.ts'
import { readOfPathway, readPeople } from './people.ts'
import { accept, enrolPerson, leave, offer } from './places.ts'
import { readClass, readClasses } from './read.ts'
import { readRegister } from './register.ts'
import { saveClassRow } from './save.ts'

const reads = { idempotency: 'safe', rate: 'read' } as const
/** A class names nobody except the person who takes it. */
const ofClasses: Rights = { ...reads, capability: 'workList.read', audit: 'none' }
const ofPeople: Rights = { ...reads, capability: 'workList.read', audit: 'read', restricted: 'lists' }
const records: Rights = {
  capability: 'clinical.write',
  audit: 'write',
  idempotency: 'repeatable',
  rate: 'write',
}

/** Classes, the people in them, and their registers. */
export const serveClasses = (
  app: FastifyInstance,
  service: AccountsService,
  recordDeath: RecordDeath,
): void => {
  const { sql } = service.db
  route(app, service, listClasses, ofClasses, () => readClasses(sql))
  route(app, service, getClass, ofClasses, (_, { id }) => readClass(sql, id))
  route(
    app,
    service,
    saveClass,
    { capability: 'class.write', audit: 'write', idempotency: 'create', rate: 'write' },
    (call, input) => call.write((writing) => saveClassRow(writing, input, tellWith(service))),
  )
  route(
    app,
    service,
    closeClass,
    { capability: 'class.write', audit: 'write', idempotency: 'repeatable', rate: 'write' },
    (call, input) => call.write((writing) => close(writing, input, { recordDeath, tell: tellWith(service) })),
  )
  route(
    app,
    service,
    cancelSession,
    { capability: 'class.write', audit: 'write', idempotency: 'create', rate: 'write' },
    (call, input) => call.write((writing) => cancelDay(writing, input, tellWith(service))),
  )
  route(app, service, classPeople, ofPeople, async (call, { id }) => {
    const people = await readPeople(sql, id, call.principal)
    call.showed({
      patientIds: people.map(({ patientId }) => patientId),
      pathwayIds: people.map(({ pathwayId }) => pathwayId),
      records: people.map((place) => ({ entity: placeTable.entity, id: place.id, version: place.version })),
    })
    return people
  })
  route(app, service, enrol, { ...records, idempotency: 'create' }, (call, input) => {
    if (input.isExtra === true && !call.may('class.exceed')) throw forbidden()
    return call.write((writing) => enrolPerson(writing, input, recordDeath))
  })
  route(app, service, offerPlace, records, (call, input) =>
    call.write((writing) => offer(writing, input, tellWith(service), { now: service.clock() })),
  )
  route(app, service, acceptPlace, records, (call, input) =>
    call.write((writing) => accept(writing, input, recordDeath)),
  )
  route(app, service, leaveClass, records, (call, input) =>
    call.write((writing) => leave(writing, input, recordDeath)),
  )
  route(
    app,
    service,
    classesOfPathway,
    { ...reads, capability: 'patient.read', audit: 'read' },
    async (call, { pathwayId }) => {
      const { patientId, ...found } = await readOfPathway(sql, pathwayId)
      const weeks = found.plans.flatMap((plan) => plan.weeks)
      call.showed({
        patientIds: [patientId],
        pathwayIds: [pathwayId],
        records: [
          ...found.places.map(({ id, version }) => ({ entity: placeTable.entity, id, version })),
          ...weeks.map(({ id, version }) => ({ entity: homeExerciseTable.entity, id, version })),
        ],
      })
      return found
    },
  )
  route(app, service, getRegister, ofPeople, async (call, { id }) => {
    const register = await readRegister(sql, id, call.principal)
    const { people, version } = register
    call.showed({
      patientIds: people.map(({ patientId }) => patientId),
      pathwayIds: people.map(({ pathwayId }) => pathwayId),
      records: [
        { entity: sessionTable.entity, id, version },
        ...people.flatMap(({ mark }) =>
          mark === null ? [] : { entity: 'exerciseAttendance', id: mark.id, version: mark.version },
        ),
      ],
    })
    return register
  })
  route(app, service, markAttendance, records, (call, input) =>
    call.write((writing) => markPerson(writing, input, recordDeath)),
  )
  route(app, service, saveParts, records, (call, input) =>
    call.write((writing) => savePartsRow(writing, input)),
  )
  route(app, service, saveSession, records, (call, input) =>
    call.write((writing) => saveSessionRow(writing, input, recordDeath)),
  )
  route(app, service, saveHomeExercise, records, (call, input) =>
    call.write((writing) => saveHomeExerciseRow(writing, input)),
  )
}
