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

/** Why a call could not be answered, as the log has it: nothing of a patient, and nothing that was sent (DP-4). */
export interface Cause {
  /** Undefined where it is a fault of the product itself. */
  part?: Part
  error: string
  /** The SQLSTATE, or the code of the system. */
  code?: string
  /** In the words of PostgreSQL, of the system, or of the part. */
  reason?: string
  at?: string
}

/** The part that failed and why, found below the answer that was made of it. */
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
 * Classes of SQLSTATE whose messages name things of the database alone: connections, rights, names, constraints, room, locks and
 * the server itself. Those of class 22 and of a wrong search text quote the value.
 */
const plain = /^(08|25|28|3D|40|23|42501|42P01|42703|42883|53|54|55|57|58|F0|XX)/

const reasonsOf = (error: unknown): string[] => {
  if (!(error instanceof Error)) return []
  if (error instanceof DatabaseError) return plain.test(error.code ?? '') ? [error.message] : []
  // Of several attempts, such as one for each address of a host, Node says nothing but that all failed.
  if (error instanceof AggregateError) return error.errors.flatMap(reasonsOf).slice(0, 1)
  const isOfSystem = 'syscall' in error || isDatabaseAway(error)
  return isOfSystem ? [error.message] : []
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error)

const codeOf = (error: unknown): { code?: string } => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? { code } : {}
}

/** Name, code and place are enough to find a fault; the message may quote a value. */
const placeOf = (error: unknown): { at?: string } => {
  const at =
    error instanceof Error ? error.stack?.split('\n').find((line) => line.includes('at ')) : undefined
  return at === undefined ? {} : { at: at.trim() }
}
