import type { Change } from './changes.ts'

/** A change of the code after which it does the same, so that no test could notice it. */
export interface Equivalent extends Pick<Change, 'file' | 'code' | 'original' | 'replacement'> {
  why: string
}

/**
 * Each with the reason, which is to be read as critically as a test: what is in doubt does not belong here, and counts as
 * unnoticed. They are found by what is written there, so that code above may move; where a line holds several that are written
 * alike, all are meant.
 */
export const equivalents: readonly Equivalent[] = [
  {
    file: 'server/accounts/sessions/principal.ts',
    code: `name: 'find principals',`,
    original: `'find principals'`,
    replacement: '""',
    why: 'A statement without a name is prepared each time, and answers the same.',
  },
  {
    file: 'server/platform/http/calls/route.ts',
    code: 'if (principal === null) throw unauthenticated()',
    original: 'principal === null',
    replacement: 'false',
    why: 'No request comes so far without one; only the types ask.',
  },
  {
    file: 'server/platform/http/calls/route.ts',
    code: `bearer.exec(headers.authorization ?? '')?.[1]`,
    original: `''`,
    replacement: '"Stryker was here!"',
    why: 'This is no token either.',
  },
  {
    file: 'server/platform/http/calls/route.ts',
    code: `const found = await service.authenticate(tokenOf(request) ?? '', currentRoleOf(request))`,
    original: `''`,
    replacement: '"Stryker was here!"',
    why: 'A request that goes on came with a token; only the types ask.',
  },
  {
    file: 'server/platform/http/calls/route.ts',
    code: 'if (sent === undefined) return undefined',
    original: 'sent === undefined',
    replacement: 'false',
    why: 'What is undefined passes the expression, as a word, and is returned; only the types ask.',
  },
  {
    file: 'server/platform/http/calls/route.ts',
    code: 'const withoutSecrets = ({ secret = [] }: Endpoint, body: Record<string, unknown>): Record<string, unknown> =>',
    original: '[]',
    replacement: '["Stryker was here"]',
    why: 'No field has this name.',
  },
  {
    file: 'server/platform/http/calls/route.ts',
    code: `for (const name of endpoint.method === 'GET' ? [] : (endpoint.inQuery ?? [])) {`,
    original: '[]',
    replacement: '["Stryker was here"]',
    why: 'No field of a query has this name.',
  },
  {
    file: 'server/platform/writes/activeChoices.ts',
    code: 'ownRules: readonly string[] = [],',
    original: '[]',
    replacement: '["Stryker was here"]',
    why: 'No column has this name.',
  },
  {
    file: 'server/platform/writes/activeChoices.ts',
    code: 'if (chosen.length === 0) return {}',
    original: 'chosen.length === 0',
    replacement: 'false',
    why: 'It spares a statement: one that looks nothing up refuses nothing.',
  },
  {
    file: 'server/platform/writes/activeChoices.ts',
    code: 'const failed = chosen.filter(([column]) => rows[0]?.[column] !== true)',
    original: 'rows[0]?.[column]',
    replacement: 'rows[0][column]',
    why: 'A select without a table has one row; only the types ask.',
  },
  {
    file: 'server/platform/writes/addRows.ts',
    code: 'if (rows.length === 0) return []',
    original: 'rows.length === 0',
    replacement: 'false',
    why: 'It spares a statement: one that adds no row returns none.',
  },
  ...['() => undefined', 'a.id + b.id'].map((replacement) => ({
    file: 'server/platform/writes/addRows.ts',
    code: 'const inOrder = added.rows.toSorted((a, b) => a.id - b.id)',
    original: replacement === '() => undefined' ? '(a, b) => a.id - b.id' : 'a.id - b.id',
    replacement,
    why: 'PostgreSQL returns the rows in the order in which it adds them, although it does not promise to.',
  })),
  {
    file: 'server/platform/writes/idempotency.ts',
    code: 'if (claimed.rows.length > 0) return null',
    original: 'claimed.rows.length > 0',
    replacement: 'false',
    why: 'It spares a statement: the claim that was just made has this route and body, and no reply yet.',
  },
  {
    file: 'server/platform/writes/missingChoice.ts',
    code: `const column = /^Key \\(([a-z0-9_]+)\\)=/.exec(detail ?? '')?.[1] ?? 'id'`,
    original: `''`,
    replacement: '"Stryker was here!"',
    why: 'This is no such detail either.',
  },
  {
    file: 'server/platform/writes/saveRow.ts',
    code: '(Row & { version: number }) | undefined => {',
    original: `{
  if (locked !== undefined && locked.id !== id) throw new Error('The row that was locked is another one')
  return locked as (Row & { version: number }) | undefined
}`,
    replacement: '{}',
    why: 'A row that is locked already is locked and read again, and is the same.',
  },
  {
    file: 'server/platform/writes/saveRow.ts',
    code: 'return rows[0]?.version ?? null',
    original: 'rows[0]?.version',
    replacement: 'rows[0].version',
    why: 'A select without a table has one row; only the types ask.',
  },
  {
    file: 'server/platform/writes/write.ts',
    code: 'for (const patientId of done.patientIds ?? []) looksAt({ patientId })',
    original: '[]',
    replacement: '["Stryker was here"]',
    why: 'This is the number of no patient.',
  },
  {
    file: 'server/platform/writes/write.ts',
    code: '...(criteria === undefined ? {} : { criteria }),',
    original: 'criteria === undefined',
    replacement: 'false',
    why: 'Criteria that are undefined are stored as none; only the types ask.',
  },
]
