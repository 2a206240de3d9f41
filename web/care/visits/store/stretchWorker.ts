import { stretch } from './stretch.ts'

/* Stretches a PIN in a thread of its own: a phone needs a second or two for it, in which the page must still answer. */

self.addEventListener('message', ({ data }: MessageEvent<{ pin: string; salt: Uint8Array }>) => {
  self.postMessage(stretch(data.pin, data.salt))
})
