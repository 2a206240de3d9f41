/** What the comment at the start of a migration says. */
export interface Header {
  /** Its first sentence, or the words of the file name if there is none. */
  purpose: string
  /** The version whose code no longer uses what the migration removes; null if not stated. */
  unusedSince: string | null
}

export const headerOf = (name: string, sql: string): Header => {
  const lines = /^(--[^\n]*\n)*/.exec(sql)?.[0].split('\n') ?? []
  const text = lines.map((line) => line.replace(/^--\s?/, '')).join(' ')
  const unused = /\bUnused since version (\d+\.\d+\.\d+)\./.exec(text)
  const sentence = /^.*?\.(?=\s|$)/.exec(text.trim())?.[0]
  return {
    purpose: sentence ?? `${name.replace(/^\d+_|\.sql$/g, '').replaceAll('_', ' ')}.`,
    unusedSince: unused?.[1] ?? null,
  }
}
