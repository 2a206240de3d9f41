interface Audit {
  vulnerabilities?: Record<string, { severity: string; fixAvailable?: unknown }>
  message?: string
  error?: { summary?: string; detail?: string }
}

const read = (said: string): Audit => {
  try {
    return JSON.parse(said) as Audit
  } catch {
    return { message: 'npm said nothing that can be read' }
  }
}

const grave = new Set(['high', 'critical'])

/** What the JSON of `npm audit` means: a sentence for people, and whether a release may not have it. */
export const verdict = (said: string): { says: string; isBad: boolean } => {
  const { vulnerabilities, message, error } = read(said)
  if (vulnerabilities === undefined)
    return {
      says: `Not looked at: the registry did not answer (${message || error?.summary || 'no reason given'}). Nothing is known about vulnerabilities.`,
      isBad: false,
    }
  const found = Object.entries(vulnerabilities).map(
    ([name, { severity, fixAvailable }]) =>
      `  ${severity}: ${name}${fixAvailable === false ? ', no mended version yet' : ''}`,
  )
  const isBad = Object.values(vulnerabilities).some(({ severity }) => grave.has(severity))
  if (found.length === 0) return { says: 'The registry knows no vulnerability of a shipped package.', isBad }
  return { says: ['Known vulnerabilities of shipped packages:', ...found].join('\n'), isBad }
}
