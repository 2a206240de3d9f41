import { ValidationProblem } from '../../platform/errors.ts'

/** Does not say whose number it is (DP-4). A search shows that to users who may see it. */
export const numberTaken = (): ValidationProblem =>
  new ValidationProblem({
    nhsNumber: 'Another patient already has this NHS number. Search for it to open that record.',
  })
