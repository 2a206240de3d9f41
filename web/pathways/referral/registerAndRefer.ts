import { z } from 'zod'
import { referralCreateForm } from '../../../contract/pathways/referral/pathway.ts'
import { addressForm, contactForm, nextOfKinForm } from '../../../contract/patients/patient.ts'
import { requiredGpChoice } from '../../patients/patient/gpChoice.ts'
import { nobody } from '../../patients/patient/nobody.ts'

type NextOfKinBoxes = z.input<typeof nextOfKinForm>

/** Nobody is named as next of kin while all its boxes are empty; as soon as one is not, the form of that screen holds. */
const nextOfKinIfAny = z.preprocess(
  (boxes: NextOfKinBoxes) => (Object.values(boxes).every((text) => !text) ? undefined : boxes),
  nextOfKinForm.optional(),
)

/**
 * Registering and referring on one page: the forms of the screens that ask for the same, with their messages. A practice is
 * required, as before any referral that is made on a screen (decision 26).
 */
export const registerAndReferForm = z.object({
  patient: referralCreateForm.shape.patient.and(requiredGpChoice).and(addressForm).and(contactForm),
  referral: referralCreateForm.shape.referral,
  nextOfKin: nextOfKinIfAny,
})

/** Nothing is known yet. */
export const nothingTyped: z.input<typeof registerAndReferForm> = {
  patient: {
    ...nobody,
    addressLine1: '',
    addressLine2: '',
    addressLine3: '',
    town: '',
    county: '',
    postcode: '',
    phoneHome: '',
    phoneWork: '',
    phoneMobile: '',
    email: '',
  },
  referral: { referralDate: '', receivedDate: '', referrerId: '', referralMethodId: '' },
  nextOfKin: { familyName: '', firstName: '', namePrefix: '', relationship: '', phoneNumber: '' },
}
