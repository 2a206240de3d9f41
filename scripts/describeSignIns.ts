export interface SignIn {
  userName: string
  password: string
  role: string
}

/** A plain table for the terminal, one line for each sign-in. */
export const describeSignIns = (signIns: SignIn[]): string => {
  const rows = [
    ['Role', 'User name', 'Password'],
    ...signIns.map(({ role, userName, password }) => [role, userName, password]),
  ]
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('   ')
      .trimEnd(),
  )
  const rule = widths.map((width) => '-'.repeat(width)).join('   ')
  return [lines[0], rule, ...lines.slice(1)].map((line) => `  ${line}`).join('\n')
}
