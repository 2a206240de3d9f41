import type { FastifyContextConfig, RouteOptions } from 'fastify'
import type { Capability } from '../../../../contract/accounts/permissions.ts'

/** What every route must say about itself, or the server does not start (AZ-1). */
export interface Rights {
  /** Who may call: anyone, or holders of the capability, or of any one of several. */
  capability: 'anonymous' | Capability | readonly Capability[]
  /** What it leaves in the audit trail. */
  audit: 'read' | 'write' | 'session' | 'none'
  /** 'create': a repeat gets the first answer (DU-4); 'repeatable': doing it twice changes nothing more. */
  idempotency: 'safe' | 'create' | 'repeatable'
  /**
   * What it does with a restricted record: 'opens' it, as everything does that does not say otherwise, so that it is refused until
   * a reason is given; 'lists' it, and leaves out by itself what is withheld (decision 81).
   */
  restricted?: 'opens' | 'lists'
  rate: 'open' | 'sign-in' | 'forgot' | 'read' | 'search' | 'report' | 'write' | 'upload'
}

declare module 'fastify' {
  interface FastifyContextConfig {
    rights?: Rights
  }
}

const needed = ['capability', 'audit', 'idempotency', 'rate'] as const

/** Fastify `onRoute` hook: throws for a route that does not declare its rights in full. */
export const requireRights = (route: RouteOptions): void => {
  const rights = (route.config as FastifyContextConfig | undefined)?.rights
  const missing = needed.filter((key) => rights?.[key] === undefined)
  if (missing.length > 0)
    throw new Error(`The route ${String(route.method)} ${route.url} does not declare: ${missing.join(', ')}`)
}

/** The route's capabilities as a list; empty for a route open to anyone. */
export const capabilitiesOf = (rights: Rights): readonly Capability[] =>
  rights.capability === 'anonymous'
    ? []
    : typeof rights.capability === 'string'
      ? [rights.capability]
      : rights.capability
