/** The languages of the person's own page: the code of the file with its words, and what it calls itself. */
export const languages = [
  { code: 'en', tag: 'en-GB', own: 'English', direction: 'ltr', isDraft: false },
  { code: 'cy', tag: 'cy', own: 'Cymraeg', direction: 'ltr', isDraft: true },
  { code: 'pl', tag: 'pl', own: 'Polski', direction: 'ltr', isDraft: true },
  { code: 'pa', tag: 'pa-Guru', own: 'ਪੰਜਾਬੀ', direction: 'ltr', isDraft: true },
  { code: 'ur', tag: 'ur', own: 'اردو', direction: 'rtl', isDraft: true },
] as const
export type Language = (typeof languages)[number]
export type LanguageCode = Language['code']

/** The language of this code; English for any other text. */
export const languageOf = (code: string | null | undefined): Language =>
  languages.find((language) => language.code === code) ?? languages[0]
