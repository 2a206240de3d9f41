/** Stretches a PIN in a thread of its own, which ends with it. */
export const stretchInWorker = (pin: string, salt: Uint8Array): Promise<Uint8Array<ArrayBuffer>> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./stretchWorker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<Uint8Array<ArrayBuffer>>) => {
      worker.terminate()
      resolve(data)
    })
    worker.addEventListener('error', ({ message }) => {
      worker.terminate()
      reject(new Error(`The PIN could not be checked: ${message}`))
    })
    worker.postMessage({ pin, salt })
  })
