import { ValidationProblem } from '../../platform/errors.ts'

/** Says nothing of whose number it is (DP-4); a search shows it to those who may see it. */
export const numberTaken = (): ValidationProblem =>
  new ValidationProblem({
    nhsNumber: 'Another patient already has this NHS number. Search for it to open that record.',
  })
