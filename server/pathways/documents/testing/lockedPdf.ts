import createQpdf from '@neslinesli93/qpdf-wasm'

/** Encryption methods by key length, from RC4 of 1999 to today's AES. */
export const keyLengths = [40, 128, 256] as const

export interface Lock {
  /** Needed to open the PDF; empty for none. */
  userPassword?: string
  keyLength?: (typeof keyLengths)[number]
  forbids?: readonly string[]
}

/** A PDF that forbids changes with an owner's password, as hospitals send it; null if qpdf itself cannot read it. */
export const lockedPdf = async (
  content: Buffer,
  { userPassword = '', keyLength = 256, forbids = ['--modify=none', '--extract=n'] }: Lock = {},
): Promise<Buffer | null> => {
  const qpdf = await open({ print: () => undefined, printErr: () => undefined })
  qpdf.FS.writeFile('/in.pdf', content)
  // The oldest methods only know whether anything may be changed at all.
  const limits = keyLength === 40 ? ['--modify=n'] : forbids
  const lock = ['--encrypt', userPassword, 'owner’s secret', String(keyLength), ...limits, '--']
  const code = qpdf.callMain(['/in.pdf', '--allow-weak-crypto', '--decode-level=none', ...lock, '/out.pdf'])
  return code === 0 ? Buffer.from(qpdf.FS.readFile('/out.pdf')) : null
}

interface Qpdf {
  FS: { writeFile: (path: string, content: Uint8Array) => void; readFile: (path: string) => Uint8Array }
  callMain: (args: string[]) => number
}
const open = createQpdf as unknown as (options: object) => Promise<Qpdf>
