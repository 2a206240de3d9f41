import { z } from 'zod'
import { referralCreateForm } from '../../../contract/pathways/referral/pathway.ts'
import { addressForm, contactForm, nextOfKinForm } from '../../../contract/patients/patient.ts'
import { requiredGpChoice } from '../../patients/patient/gpChoice.ts'
import { nobody } from '../../patients/patient/nobody.ts'

type NextOfKinBoxes = z.input<typeof nextOfKinForm>

/**
 * If all boxes of the next of kin are empty, none is recorded. As soon as one is filled in, the rules of the next of
 * kin form apply.
 */
const nextOfKinIfAny = z.preprocess(
  (boxes: NextOfKinBoxes) => (Object.values(boxes).every((text) => !text) ? undefined : boxes),
  nextOfKinForm.optional(),
)

/**
 * Registering and referring on one page: combines the forms of the separate screens, with their messages. A practice is
 * required, as before every referral made on a screen (decision 26).
 */
export const registerAndReferForm = z.object({
  patient: referralCreateForm.shape.patient.and(requiredGpChoice).and(addressForm).and(contactForm),
  referral: referralCreateForm.shape.referral,
  nextOfKin: nextOfKinIfAny,
})

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
  referral: { referralDate: '', receivedDate: '', referrerId: '', referralMethodId: '', ubrn: '' },
  nextOfKin: { familyName: '', firstName: '', namePrefix: '', relationship: '', phoneNumber: '' },
}
