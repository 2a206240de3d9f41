import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CapabilityStatement, FhirResource } from 'fhir/r4.js'
import type { FhirCall } from './call.ts'

/** What another room offers below the same address, for clients with the same tokens. */
export interface BesideFhir {
  serve: (app: FastifyInstance, authorise: (request: FastifyRequest) => Promise<void>) => Promise<void>
  /** Reads a resource of its own; null if the id is none of its. */
  read: (call: FhirCall, type: string, id: string) => Promise<FhirResource> | null
  /** Adds what it offers to what metadata says. */
  offered: (statement: CapabilityStatement) => CapabilityStatement
}
