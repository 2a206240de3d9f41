import { blankToNull, boundedText, shared } from './fields.ts'
import { standardPostcode } from './postcode.ts'

/** The maximum length when stored, and when typed with extra characters around and inside it. */
const [longestPostcode, longestTypedPostcode] = [8, 40]
const noPostcode = 'Enter a postcode, such as ZZ10 1AA'

/** An optional postcode, converted to standard form where it has one (contract/platform/fields/postcode.ts). */
export const optionalPostcode = shared(() =>
  boundedText(longestTypedPostcode)
    .transform((text) => blankToNull(standardPostcode(text)))
    .refine((postcode) => (postcode ?? '').length <= longestPostcode, noPostcode)
    .nullable()
    .optional(),
)
