import { z } from 'zod'
import { gpForm } from '../../../contract/patients/patient.ts'

/** Words in the box that are no practice yet: what is typed counts only once it is chosen. */
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

/** A practice that may be left out. */
export const gpChoice = fields.superRefine(refuseUnchosen).transform(settle)

/** A practice that must be there. */
export const requiredGpChoice = fields
  .superRefine(refuseUnchosen)
  .superRefine(({ registeredGP }, context) => {
    if (!registeredGP)
      context.addIssue({ code: 'custom', path: ['registeredGP'], message: 'Registered GP required' })
  })
  .transform(settle)

export type GpBoxes = z.input<typeof fields>
