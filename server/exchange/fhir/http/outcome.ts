import type { OperationOutcome } from 'fhir/r4.js'
import { ukCore } from '../mapping/source.ts'
import type { FhirProblem, IssueCode } from '../search/problem.ts'

/** An error or hint in the form of FHIR. @param expression the parameter or element that it is about */
export const outcome = (
  severity: 'error' | 'warning' | 'information',
  code: IssueCode,
  text: string,
  expression: string | null = null,
): OperationOutcome => ({
  resourceType: 'OperationOutcome',
  meta: { profile: [ukCore('OperationOutcome')] },
  issue: [
    {
      severity,
      code,
      details: { text },
      ...(expression === null ? {} : { diagnostics: `Parameter ${expression}` }),
    },
  ],
})

export const outcomeOf = ({ code, message, parameter }: FhirProblem): OperationOutcome =>
  outcome('error', code, message, parameter)
