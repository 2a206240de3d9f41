/** Letters that Unicode does not take apart into a base letter and a mark. */
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
 * The key that names are searched and sorted by: no case, accents, apostrophes, hyphens, dots, spaces or signs that
 * cannot be seen, so that O’Connell, o'connell and OCONNELL are the same. Keys compare byte by byte.
 */
export const foldName = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replaceAll(/[æœøßłđðþħı]/g, (letter) => plain[letter] ?? letter)
    .replaceAll(/['’‘ʼ`\-‐‑–.\s]/g, '')
