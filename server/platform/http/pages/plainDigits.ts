/** The zeros of the digits of Arabic, Urdu and Persian, and Punjabi. Each is followed by its other nine. */
const zeros = [0x0660, 0x06f0, 0x0a66]

/** Text with 0 to 9 for the digits of other scripts, which a keyboard of the person's own language may type. */
export const plainDigits = (text: string): string =>
  text.replaceAll(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    const zero = zeros.find((each) => code >= each && code < each + 10)
    return zero === undefined ? digit : String(code - zero)
  })
