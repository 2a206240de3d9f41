import type { Pool, PoolClient } from 'pg'

type Connected = Parameters<Pool['connect']>[0]

/**
 * The queue releases its listening connection twice if the connection is cut while the queue stops. The pool throws the
 * second time, and since nothing catches that, the process would end. This wrapper ignores the second release.
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
