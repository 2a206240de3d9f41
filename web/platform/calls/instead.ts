import type { Endpoint } from '../../../contract/platform/calls/endpoint.ts'

/** Answers a call without the service; null leaves it to the service. */
export type Instead = (endpoint: Endpoint, input: unknown) => Promise<unknown> | null

/** Answers the calls of this page from what is on the device, as long as a form without a signal is open. */
export const answered: { by: Instead | null } = { by: null }
