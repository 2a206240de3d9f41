import { ValidationProblem } from '../errors.ts'

/**
 * Prefixes field errors with the part of a compound form to which they belong, including errors found by the database.
 */
export const under = async <Reply>(part: string, work: () => Promise<Reply>): Promise<Reply> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ValidationProblem)) throw error
    throw new ValidationProblem(
      Object.fromEntries(
        Object.entries(error.fields).map(([field, message]) => [`${part}.${field}`, message]),
      ),
    )
  }
}
