const inFullWidth = (digits: string): string =>
  digits.replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))

/**
 * How people type an NHS number, and how pages, letters and spreadsheets show it.
 * @param digits all ten
 */
export const nhsNumberSpellings = (digits: string): string[] => {
  const [a, b, c] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)]
  const spaced = `${a} ${b} ${c}`
  return [
    digits,
    spaced,
    `${a}-${b}-${c}`,
    `${a}-${b} ${c}`,
    ` ${spaced} `,
    ...['\u00a0', '\u2009', '\u2013', '\u2212', '\u200b', '.', '\t'].map((sign) => [a, b, c].join(sign)),
    `(${a}) ${b} ${c}`,
    `[${spaced}]`,
    `"${digits}"`,
    `\u201c${spaced}\u201d`,
    `'${digits}`,
    `\u2018${spaced}\u2019`,
    `NHS No: ${spaced}`,
    `NHS No. ${spaced}`,
    `NHS no ${digits}`,
    `NHS Number: ${a}-${b}-${c}`,
    `NHS number ${spaced}`,
    `NHS: ${spaced}`,
    `NHS ${spaced}`,
    `NHS# ${digits}`,
    `nhs number:${digits}`,
    `NHS No:\u00a0${spaced}\u202c`,
    `NHS number\n${spaced}`,
    inFullWidth(spaced),
  ]
}
