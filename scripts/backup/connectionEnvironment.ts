/** The address of a database as PostgreSQL's programs read it from their environment: arguments are seen by everybody on the machine. */
export const connectionEnvironment = (address: string): NodeJS.ProcessEnv => {
  const { hostname, port, username, password, pathname, searchParams } = new URL(address)
  const tls = {
    PGSSLMODE: searchParams.get('sslmode'),
    // As docs/operate/operations.md says: of an authority of one's own, which these programs do not find as Node does.
    PGSSLROOTCERT: searchParams.get('sslrootcert') ?? process.env['PGSSLROOTCERT'] ?? null,
    PGSSLCERT: searchParams.get('sslcert'),
    PGSSLKEY: searchParams.get('sslkey'),
  }
  return {
    PATH: process.env['PATH'],
    LC_ALL: 'C',
    PGHOST: hostname.replace(/^\[(.*)\]$/, '$1'),
    PGPORT: port === '' ? '5432' : port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...Object.fromEntries(Object.entries(tls).filter(([, value]) => value !== null)),
  }
}
