import type { FastifyContextConfig, RouteOptions } from 'fastify'
import type { Capability } from '../../../../contract/accounts/permissions.ts'

/** What every route must declare; otherwise the server does not start (AZ-1). */
export interface Rights {
  /**
   * Who may call: anyone, or users with the capability, or with any of several; or a FHIR client with a token
   * (server/exchange/smart).
   */
  capability: 'anonymous' | 'fhirToken' | Capability | readonly Capability[]
  /** The kind of event that it adds to the audit trail. */
  audit: 'read' | 'write' | 'session' | 'none'
  /** 'create': a repeat gets the first reply (DU-4). 'repeatable': doing it twice changes nothing more. */
  idempotency: 'safe' | 'create' | 'repeatable'
  /**
   * How the call treats a restricted record. 'opens', the default: the call is refused until the user gives a reason.
   * 'lists': the call itself leaves out withheld records (decision 81).
   */
  restricted?: 'opens' | 'lists'
  rate:
    | 'open'
    | 'sign-in'
    | 'forgot'
    | 'read'
    | 'search'
    | 'report'
    | 'write'
    | 'upload'
    | 'fhir'
    /** Pages of the public referral form. */
    | 'form'
    /** A referral form that is begun or sent. */
    | 'referral'
    /** What another service reports of its own accord. */
    | 'callback'
    /** The own page of a person. */
    | 'person'
    /** A code that somebody types to open such a page. */
    | 'personCode'
}

declare module 'fastify' {
  interface FastifyContextConfig {
    rights?: Rights
  }
}

const needed = ['capability', 'audit', 'idempotency', 'rate'] as const

/** Fastify `onRoute` hook: throws if a route does not declare all its rights. */
export const requireRights = (route: RouteOptions): void => {
  const rights = (route.config as FastifyContextConfig | undefined)?.rights
  const missing = needed.filter((key) => rights?.[key] === undefined)
  if (missing.length > 0)
    throw new Error(`The route ${String(route.method)} ${route.url} does not declare: ${missing.join(', ')}`)
}

/** The route's capabilities as a list; empty for a route that no user calls. */
export const capabilitiesOf = (rights: Rights): readonly Capability[] =>
  rights.capability === 'anonymous' || rights.capability === 'fhirToken'
    ? []
    : typeof rights.capability === 'string'
      ? [rights.capability]
      : rights.capability
