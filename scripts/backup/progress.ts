import { Transform } from 'node:stream'

export type Say = (line: string) => void

export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

/** Lets bytes through and says each second how many have passed. */
export const countBytes = (say: Say, inWords: (bytes: number) => string): Transform => {
  let bytes = 0
  let told = performance.now()
  return new Transform({
    transform: (chunk: Buffer, _, done) => {
      bytes += chunk.length
      if (performance.now() - told > 1000) {
        told = performance.now()
        say(inWords(bytes))
      }
      done(null, chunk)
    },
  })
}
