import { z } from 'zod'
import { gpForm } from '../../../contract/patients/patient.ts'

/** `unchosen` is text in the box that is not a practice yet: what is typed counts only once it is chosen. */
const fields = gpForm.extend({ unchosen: z.string().optional() })

const refuseUnchosen = ({ unchosen }: { unchosen?: string | undefined }, context: z.RefinementCtx): void => {
  if (unchosen)
    context.addIssue({
      code: 'custom',
      path: ['registeredGP'],
      message: 'Choose the practice from the list, or empty the box',
    })
}

const settle = ({ registeredGP, registeredGP_Branch }: z.output<typeof fields>) => ({
  registeredGP,
  registeredGP_Branch,
})

/** The practice may be left out. */
export const gpChoice = fields.superRefine(refuseUnchosen).transform(settle)

/** The practice is required. */
export const requiredGpChoice = fields
  .superRefine(refuseUnchosen)
  .superRefine(({ registeredGP }, context) => {
    if (!registeredGP)
      context.addIssue({ code: 'custom', path: ['registeredGP'], message: 'Registered GP required' })
  })
  .transform(settle)

export type GpBoxes = z.input<typeof fields>
