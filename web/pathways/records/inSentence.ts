/** 'Treatment plan' → 'treatment plan'; FRAT and BMI stay as they are. */
export const inSentence = (title: string): string =>
  /^[A-Z]{2}/.test(title) ? title : title.charAt(0).toLowerCase() + title.slice(1)
