/** Letters that Unicode does not decompose into a base letter and a mark. */
const plain: Record<string, string> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ß: 'ss',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
}

/**
 * Characters that keyboards, programs and languages use for an apostrophe, hyphen or dot in a name, as the contents of
 * a regular expression class. Includes primes, the ʻokina, dashes of any length, the minus sign and the Catalan and
 * Japanese middle dots.
 */
export const nameSigns =
  String.raw`'\u0060\u2018\u2019\u201B\u02B9\u02BB-\u02BF\u02C8\u02CA\u02CB\u055A\u05F3\u2032\u2035\uA78B\uA78C` +
  String.raw`\-\u058A\u05BE\u2010-\u2015\u2043\u2212\u2E3A\u2E3B\u30A0.\u00B7\u2022\u2024\u2027\u2219\u22C5\u30FB`
const signs = new RegExp(`[${nameSigns}\\s]`, 'gu')

/**
 * The key by which names are searched and sorted. It drops case, accents, apostrophes, hyphens, dots, spaces and
 * invisible characters, so that O’Connell, o'connell and OCONNELL are equal. Keys compare byte by byte.
 */
export const foldName = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replaceAll(/[æœøßłđðþħı]/g, (letter) => plain[letter] ?? letter)
    .replaceAll(signs, '')
