import type { Pool, PoolClient } from 'pg'

type Connected = Parameters<Pool['connect']>[0]

/**
 * Where the connection that the queue listens on is cut while the queue stops, the queue gives it back twice. The pool throws at the second
 * time, nobody waits for that, and the process would end. So the second time does nothing.
 */
export const releasingOnce = (pool: Pool): Pool => {
  const connect = (connected?: Connected): Promise<PoolClient> | void => {
    if (connected === undefined) return pool.connect()
    pool.connect((error, client, release) => {
      let isReleased = false
      connected(error, client, (why) => {
        if (isReleased) return
        isReleased = true
        release(why)
      })
    })
  }
  return new Proxy(pool, {
    get: (target, key) => {
      if (key === 'connect') return connect
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
