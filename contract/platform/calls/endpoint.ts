import type { z } from 'zod'
import { saved } from '../fields/fields.ts'

/**
 * A call of the product, shared by server and browser: its address, input and reply. GET input travels in the query
 * string, POST input in the body, except the fields listed in `inQuery`.
 */
export interface Endpoint<Input extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> {
  readonly method: 'GET' | 'POST'
  /** May contain one `{field}` part. The value in the address is then repeated in the input. */
  readonly path: string
  readonly summary: string
  readonly input: Input
  readonly reply: Reply
  readonly inQuery?: readonly string[]
  /** Fields that must leave no trace, not even a hash: passwords. */
  readonly secret?: readonly string[]
  /** The part of the body that carries the id of the saved record, when that is not the body itself. */
  readonly identityIn?: string
  /**
   * For a POST that accepts no Idempotency-Key: either it only reads, or it concerns the caller's own account and its
   * reply may contain a secret that must not be stored. The replies of all other POSTs are stored and sent again when
   * the call is repeated (DU-4).
   */
  readonly takesNoKey?: true
  /** Encoding of a POST body. JSON by default. */
  readonly encoding?: 'form' | 'multipart'
  /** Maximum size of the body, when it differs from what the input fields allow. */
  readonly maximumBodyBytes?: number
  /** Maximum size of the one file in a multipart body. */
  readonly maximumFileBytes?: number
  /**
   * The reply is one page of a list. Headers carry the total and the place of the next page
   * (contract/platform/calls/paging.ts).
   */
  readonly isPaged?: true
  /** A header of the reply carries the number of rows. Paged replies always have this header. */
  readonly isCounted?: true
  /**
   * Rows whose records are withheld from the caller are left out, and a header carries their number
   * (contract/insight/report.ts).
   */
  readonly leavesOut?: true
  /** Anyone may make this call without signing in. */
  readonly anyone?: true
  /** Media types of a reply that is a file (contract/platform/calls/file.ts) rather than JSON. */
  readonly files?: readonly string[]
}

/** Declares a call. It is a function only so that TypeScript keeps the exact input and reply types. */
export const endpoint = <Input extends z.ZodType, Reply extends z.ZodType>(
  declared: Endpoint<Input, Reply>,
): Endpoint<Input, Reply> => declared

/** Declares a call that saves and replies with the id of what it saved and its new version. */
export const saveCall = <Input extends z.ZodType>(
  declared: Omit<Endpoint<Input, typeof saved>, 'method' | 'reply'>,
): Endpoint<Input, typeof saved> => ({ ...declared, method: 'POST', reply: saved })

/** What a caller sends, before trimming and conversion. */
export type InputOf<E extends Endpoint> = z.input<E['input']>
/** What a handler receives, after validation and conversion. */
export type CheckedInputOf<E extends Endpoint> = z.output<E['input']>
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>
