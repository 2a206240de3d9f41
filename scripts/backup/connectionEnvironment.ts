/** The address of a database as PostgreSQL's programs read it from their environment: arguments are seen by everybody on the machine. */
export const connectionEnvironment = (address: string): NodeJS.ProcessEnv => {
  const { hostname, port, username, password, pathname, searchParams } = new URL(address)
  const tls = {
    PGSSLMODE: searchParams.get('sslmode'),
    PGSSLROOTCERT: searchParams.get('sslrootcert'),
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
