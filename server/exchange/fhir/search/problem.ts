import type { OperationOutcomeIssue } from 'fhir/r4.js'

export type IssueCode = Extract<
  OperationOutcomeIssue['code'],
  | 'invalid'
  | 'value'
  | 'required'
  | 'not-supported'
  | 'not-found'
  | 'deleted'
  | 'forbidden'
  | 'login'
  | 'throttled'
  | 'too-costly'
  | 'too-long'
  | 'exception'
  | 'transient'
  | 'processing'
>

/** A FHIR request that is refused, in plain words. @param parameter the search parameter or header that is wrong */
export class FhirProblem extends Error {
  readonly status: number
  readonly code: IssueCode
  readonly parameter: string | null
  constructor(status: number, code: IssueCode, words: string, parameter: string | null = null) {
    super(words)
    this.status = status
    this.code = code
    this.parameter = parameter
  }
}

export const wrong = (parameter: string, words: string): FhirProblem =>
  new FhirProblem(400, 'value', words, parameter)
export const unsupported = (parameter: string, words: string): FhirProblem =>
  new FhirProblem(400, 'not-supported', words, parameter)
/** The same for what does not exist and for what the client may not see. */
export const nothingThere = (): FhirProblem =>
  new FhirProblem(404, 'not-found', 'There is nothing here that this client may read.')
