/* Instants as the database has them, to the microsecond, and as FHIR takes them. */

/** Milliseconds since the epoch; NaN for what is no instant. */
export const millisecondsOf = (instant: string): number => Date.parse(instant)

/** An instant of FHIR, in UTC. */
export const instantFrom = (instant: string | number): string => new Date(instant).toISOString()

/** As a header of HTTP has it. */
export const inHeader = (instant: string): string => new Date(instant).toUTCString()
