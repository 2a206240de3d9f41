/** What the platform has of it and Node's types lack. */
declare const WebAssembly: { Memory: { prototype: WasmMemory } }
interface WasmMemory {
  buffer: ArrayBuffer
  grow: (pages: number) => number
}

const pageBytes = 64 * 1024
/** Many times what the largest file needs; --max-old-space-size does not count this memory. */
const mostPages = (256 * 1024 * 1024) / pageBytes

/** Lets no WebAssembly of this process hold more than 256 MiB; asking for more fails as when memory runs out. */
export const limitWasmMemory = (): void => {
  const { prototype } = WebAssembly.Memory
  const grow = Reflect.get(prototype, 'grow')
  prototype.grow = function (this: WasmMemory, pages) {
    if (this.buffer.byteLength / pageBytes + pages > mostPages) throw new RangeError('Out of memory')
    return grow.call(this, pages)
  }
}
