import { DatabaseError } from 'pg'
import {
  AuditFailure,
  HttpProblem,
  isDatabaseAway,
  OutcomeUnknown,
  PartFailure,
  WroteWhileReading,
  type Part,
} from '../../errors.ts'

/** Why a call failed, as the log records it: no patient data, and nothing that was sent (DP-4). */
export interface Cause {
  /** Undefined if the fault is in Surefoot itself. */
  part?: Part
  error: string
  /** The SQLSTATE, or the operating system's error code. */
  code?: string
  /** The message of PostgreSQL, of the operating system or of the part. */
  reason?: string
  at?: string
}

/** The part that failed and why, taken from the cause of the error that became the reply. */
export const causeOf = (error: unknown): Cause => {
  if (error instanceof PartFailure) {
    const reason = [error.message, ...reasonsOf(error.cause)].join(': ')
    return {
      part: error.part,
      error: nameOf(error.cause ?? error),
      ...codeOf(error),
      reason,
      ...placeOf(error),
    }
  }
  if (
    (error instanceof HttpProblem ||
      error instanceof AuditFailure ||
      error instanceof OutcomeUnknown ||
      error instanceof WroteWhileReading) &&
    error.cause !== undefined
  )
    return causeOf(error.cause)
  const [reason] = reasonsOf(error)
  return {
    ...(error instanceof DatabaseError || isDatabaseAway(error) ? { part: 'database' } : {}),
    error: nameOf(error),
    ...codeOf(error),
    ...(reason === undefined ? {} : { reason }),
    ...placeOf(error),
  }
}

/**
 * Classes of SQLSTATE whose messages name only things in the database: connections, rights, names, constraints, space,
 * locks and the server itself. The messages of class 22 and of an invalid text search query quote the value.
 */
const plain = /^(08|25|28|3D|40|23|42501|42P01|42703|42883|53|54|55|57|58|F0|XX)/

const reasonsOf = (error: unknown): string[] => {
  if (!(error instanceof Error)) return []
  if (error instanceof DatabaseError) return plain.test(error.code ?? '') ? [error.message] : []
  // After several attempts, such as one per address of a host, Node only says that all of them failed.
  if (error instanceof AggregateError) return error.errors.flatMap(reasonsOf).slice(0, 1)
  const isOfSystem = 'syscall' in error || isDatabaseAway(error)
  return isOfSystem ? [error.message] : []
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error)

const codeOf = (error: unknown): { code?: string } => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? { code } : {}
}

/** Name, code and place are enough to find a fault. The message may quote a value, so it is left out. */
const placeOf = (error: unknown): { at?: string } => {
  const at =
    error instanceof Error ? error.stack?.split('\n').find((line) => line.includes('at ')) : undefined
  return at === undefined ? {} : { at: at.trim() }
}
