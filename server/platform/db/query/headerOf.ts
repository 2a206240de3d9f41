/** What a migration says of itself, in the comment that it begins with. */
export interface Header {
  /** Its first sentence; without one its name in words. */
  purpose: string
  /** The version whose code no longer uses what the migration takes away; null where it says none. */
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
