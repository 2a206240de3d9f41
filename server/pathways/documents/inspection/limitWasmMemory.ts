/** The subset used here, which Node's types lack. */
declare const WebAssembly: { Memory: { prototype: WasmMemory } }
interface WasmMemory {
  buffer: ArrayBuffer
  grow: (pages: number) => number
}

const pageBytes = 64 * 1024
/** Many times what the largest file needs. --max-old-space-size does not count this memory. */
const mostPages = (256 * 1024 * 1024) / pageBytes

/** Limits each WebAssembly memory of this process to 256 MiB. Asking for more fails as if memory had run out. */
export const limitWasmMemory = (): void => {
  const { prototype } = WebAssembly.Memory
  const grow = Reflect.get(prototype, 'grow')
  prototype.grow = function (this: WasmMemory, pages) {
    if (this.buffer.byteLength / pageBytes + pages > mostPages) throw new RangeError('Out of memory')
    return grow.call(this, pages)
  }
}
