import { addressServiceAway, linesOfAddress } from '../../../contract/platform/fields/addressLines.ts'

/*
 * Runs in the frame of the address lookup, beside the address service's own script. It is built as a separate file and
 * served by server/reference/addressLookup/frame.ts. It starts the service's control on the search box and sends the
 * lines of the chosen address only to this product's page. Nothing here is trusted: the page checks every message.
 */

interface Heard {
  listen: (event: 'populate', hear: (address: unknown) => void) => void
}
interface Field {
  element: string
  field: ''
  mode: number
}
type Control = new (fields: Field[], options: object) => Heard

/** The globals that the three kinds of script create. */
interface Service {
  capturePlus?: Heard & { listen: (event: 'load', begin: (control: Heard) => void) => void }
  pca?: { Address?: Control; fieldMode?: { SEARCH: number } }
}
interface ServiceModule {
  Capture: Control
  FieldMode: { SEARCH: number }
}

const { kind, script = '', style = '' } = document.body.dataset
const key = decodeURIComponent(location.hash.slice(1))
const box = document.querySelector<HTMLInputElement>('#address-search')
const said = document.querySelector('#said')
const patienceMs = 8_000

const say = (sentence: string): void => {
  if (said !== null) said.textContent = sentence
}

/** In a frame with an opaque origin `location.origin` is still that of its address. */
const pass = (address: unknown): void => {
  const lines = linesOfAddress(address)
  if (lines === null) say(addressServiceAway)
  else window.parent.postMessage({ address: lines }, location.origin)
}

const beginControl = (Kind: Control, search: number): void => {
  const control = new Kind([{ element: 'address-search', field: '', mode: search }], {
    key,
    search: { countries: 'GBR' },
  })
  control.listen('populate', pass)
}

const begin = async (): Promise<void> => {
  if (kind === 'capture-sdk') {
    const { Capture, FieldMode } = (await import(/* @vite-ignore */ script)) as ServiceModule
    return beginControl(Capture, FieldMode.SEARCH)
  }
  await load()
  const { capturePlus, pca } = window as Service
  if (kind === 'captureplus' && capturePlus !== undefined) {
    // Capture+ creates its controls itself, as configured in the account of the key. One may exist already.
    capturePlus.listen('load', (control) => control.listen('populate', pass))
    capturePlus.listen('populate', pass)
  } else if (kind === 'address' && pca?.Address !== undefined) {
    beginControl(pca.Address, pca.fieldMode?.SEARCH ?? 1)
  } else throw new Error('The script of the address service did not start')
}

const load = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const element = document.createElement('script')
    element.src = withKey(script)
    element.onload = () => resolve()
    element.onerror = () => reject(new Error('The script of the address service did not load'))
    document.head.append(element)
  })

/** The older script is generated for the key. The others receive it as an option. */
const withKey = (address: string): string =>
  kind === 'captureplus' ? `${address}?key=${encodeURIComponent(key)}` : address

const start = async (): Promise<void> => {
  say('One moment…')
  const isLate = setTimeout(() => say(addressServiceAway), patienceMs)
  const sheet = document.createElement('link')
  sheet.rel = 'stylesheet'
  sheet.href = withKey(style)
  document.head.append(sheet)
  const sentence = await begin().then(
    () => '',
    () => addressServiceAway,
  )
  tellOfWhatWasTyped()
  clearTimeout(isLate)
  say(sentence)
}

/** The service's script listens only from now on, so this repeats events for text that was typed while it loaded. */
const tellOfWhatWasTyped = (): void => {
  if (box === null || box.value === '') return
  for (const name of ['input', 'keyup']) box.dispatchEvent(new Event(name, { bubbles: true }))
}

// A user who enters the frame wants to type.
window.addEventListener('focus', () => box?.focus())
// Starts after the load event: the surrounding page waits for this one to load, and must not wait for the address
// service.
window.addEventListener('load', () => void start())
