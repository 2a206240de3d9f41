/** The part of jsdom that tests of drawn pages use; the package has no types of its own. */
declare module 'jsdom' {
  interface Element {
    textContent: string | null
    attributes: Iterable<{ name: string; value: string }>
  }
  interface Document {
    body: Element
    querySelectorAll: (selector: string) => Element[]
  }
  export class JSDOM {
    constructor(html: string, options?: { runScripts?: 'dangerously'; resources?: 'usable'; url?: string })
    window: { document: Document }
  }
}
