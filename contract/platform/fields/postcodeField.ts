import { blankToNull, boundedText, shared } from './fields.ts'
import { standardPostcode } from './postcode.ts'

/** As it is stored, and as it is typed with signs around and between. */
const [longestPostcode, longestTypedPostcode] = [8, 40]
const noPostcode = 'Enter a postcode, such as ZZ10 1AA'

/** A postcode that may be absent, taken in its standard form where it has one (contract/platform/fields/postcode.ts). */
export const optionalPostcode = shared(() =>
  boundedText(longestTypedPostcode)
    .transform((text) => blankToNull(standardPostcode(text)))
    .refine((postcode) => (postcode ?? '').length <= longestPostcode, noPostcode)
    .nullable()
    .optional(),
)
