import type { z } from 'zod'

/**
 * One call of the product, shared by server and browser: where it is, what it takes, what it answers.
 * GET input travels in the query, POST input in the body, except the fields named in `inQuery`.
 */
export interface Endpoint<Input extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> {
  readonly method: 'GET' | 'POST'
  /** May name one part `{field}`: the value in the address, which the input repeats. */
  readonly path: string
  readonly summary: string
  readonly input: Input
  readonly reply: Reply
  readonly inQuery?: readonly string[]
  /** Fields that leave no trace of any kind behind, not even a hash: passwords. */
  readonly secret?: readonly string[]
  /** The part of the body that carries the id of what is saved, when it is not the body itself. */
  readonly identityIn?: string
  /**
   * Of a POST: it takes no Idempotency-Key, because it only reads, or because it is about one's own account and its
   * reply may hold a secret that must not be kept. All others keep theirs for a repeat (DU-4).
   */
  readonly takesNoKey?: true
  /** How a POST body is written; JSON unless said. */
  readonly encoding?: 'form' | 'multipart'
  /** Most that the body may hold, where it is not what the fields of the input can hold. */
  readonly maximumBodyBytes?: number
  /** Most that the one file of a multipart body may hold. */
  readonly maximumFileBytes?: number
  /** The reply is one page of a list, with its total and the place of the next page in headers (contract/platform/calls/paging.ts). */
  readonly isPaged?: true
  /** A header of the reply says how many rows it has; that of a page always does. */
  readonly isCounted?: true
  /** Rows whose records are withheld from the caller are left out; a header says how many (contract/insight/report.ts). */
  readonly leavesOut?: true
  /** Anyone may call it, without signing in. */
  readonly anyone?: true
  /** Media types of a reply that is a file (contract/platform/calls/file.ts) and not JSON. */
  readonly files?: readonly string[]
}

/** Declares a call. A function only so that TypeScript keeps the exact input and reply types. */
export const endpoint = <Input extends z.ZodType, Reply extends z.ZodType>(
  declared: Endpoint<Input, Reply>,
): Endpoint<Input, Reply> => declared

/** What a caller sends (before trimming and conversion). */
export type InputOf<E extends Endpoint> = z.input<E['input']>
/** What a handler receives: checked and converted. */
export type CheckedInputOf<E extends Endpoint> = z.output<E['input']>
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>
