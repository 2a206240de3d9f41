import { Client } from 'pg'

/** One statement of a call, as it went to PostgreSQL. */
export interface Recorded {
  /** Which of the connections of the call. */
  connection: number
  name: string | undefined
  text: string
  values: unknown[]
  /** The id of the row that came back first, if it had one: what comes later may refer to it. */
  id: number | string | null
}

interface Config {
  text: string
  name?: string
  values?: unknown[]
}

/** Notes what every connection of this process sends from now on, until `stop` answers it. */
export const record = (): { stop: () => Recorded[] } => {
  const heard: Recorded[] = []
  const connections: Client[] = []
  const { query } = Client.prototype
  const listening = function (this: Client, ...sent: [unknown, ...unknown[]]): unknown {
    const answer: unknown = Reflect.apply(query, this, sent)
    const [statement, values] = sent
    const {
      text,
      name,
      values: bound,
    } = typeof statement === 'string' ? ({ text: statement } as Config) : (statement as Config)
    if (!connections.includes(this)) connections.push(this)
    const one: Recorded = {
      connection: connections.indexOf(this),
      name,
      text,
      values: bound ?? (Array.isArray(values) ? values : []),
      id: null,
    }
    heard.push(one)
    if (answer instanceof Promise)
      answer.then(
        ({ rows }: { rows?: { id?: number | string }[] }) => (one.id = rows?.[0]?.id ?? null),
        () => undefined,
      )
    return answer
  }
  Client.prototype.query = listening as typeof query
  return {
    stop: () => {
      Client.prototype.query = query
      return heard
    },
  }
}
