import { addressServiceAway, linesOfAddress } from '../../../contract/platform/fields/addressLines.ts'

/*
 * Runs in the frame of the address lookup, beside the address service's own script, built as a file by itself and served
 * by server/reference/addressLookup/frame.ts. It begins the service's control on the search box and passes on the lines of the
 * address that was chosen, to this product's page and no other. Nothing is trusted here: the page checks what it hears.
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

/** What the three kinds of script leave behind. */
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

/** In a frame of its own origin `location.origin` is still that of the address it was read from. */
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
    // It makes its controls itself, as the account behind the key says; one may stand already.
    capturePlus.listen('load', (control) => control.listen('populate', pass))
    capturePlus.listen('populate', pass)
  } else if (kind === 'address' && pca?.Address !== undefined) {
    beginControl(pca.Address, pca.fieldMode?.SEARCH ?? 1)
  } else throw new Error('The script of the address service began nothing')
}

const load = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const element = document.createElement('script')
    element.src = withKey(script)
    element.onload = () => resolve()
    element.onerror = () => reject(new Error('The script of the address service did not come'))
    document.head.append(element)
  })

/** The older script is made for the key; the others are told it. */
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

/** The service's script listens from now on: what was typed while it was on its way would find nothing. */
const tellOfWhatWasTyped = (): void => {
  if (box === null || box.value === '') return
  for (const name of ['input', 'keyup']) box.dispatchEvent(new Event(name, { bubbles: true }))
}

// Whoever comes into the frame came to type.
window.addEventListener('focus', () => box?.focus())
// Not before: the page around waits for this page to be there, and must not wait for the address service.
window.addEventListener('load', () => void start())
