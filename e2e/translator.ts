import type { Page } from '@playwright/test'

/*
 * What a browser's page translation and extensions do to a page: they work in a world of their own, see the page change, and change it
 * in turn. Here the words stay the same, so that a page has to read like one that nobody translates.
 */

/** Runs in the page, in the world of an extension. */
const translate = (kind: string): void => {
  const wrapped = (): HTMLElement => {
    const outer = document.createElement('font')
    outer.append(document.createElement('font'))
    return outer
  }
  const isFresh = (text: Node): boolean =>
    /\S/.test(text.nodeValue ?? '') &&
    text.parentElement?.closest('font, option, script, style, title') === null
  const textsIn = (root: Node): Node[] => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Node[] = []
    while (walker.nextNode() !== null) if (isFresh(walker.currentNode)) texts.push(walker.currentNode)
    return texts
  }
  const change: Record<string, (text: Node) => void> = {
    // Chrome: another text is in its place.
    replaced: (text) => {
      const font = wrapped()
      if (font.firstChild !== null) font.firstChild.textContent = text.nodeValue
      text.parentNode?.replaceChild(font, text)
    },
    // The page's own text moves.
    wrapped: (text) => {
      const font = wrapped()
      text.parentNode?.insertBefore(font, text)
      font.firstChild?.appendChild(text)
    },
    // One sentence of several texts.
    joined: (text) => {
      if (!isFresh(text) || text.parentNode === null) return
      const font = wrapped()
      text.parentNode.insertBefore(font, text)
      let said = ''
      for (let next: Node | null = text; next?.nodeType === Node.TEXT_NODE; next = font.nextSibling) {
        said += next.nodeValue ?? ''
        next.parentNode?.removeChild(next)
      }
      if (font.firstChild !== null) font.firstChild.textContent = said
    },
    // An extension's own elements beside what it found.
    inserted: (text) => {
      if (text.previousSibling instanceof HTMLElement && text.previousSibling.localName === 'ext-mark') return
      text.parentNode?.insertBefore(document.createElement('ext-mark'), text)
    },
  }
  const begin = (): void => {
    const all = (): void => {
      for (const text of textsIn(document.body)) change[kind]?.(text)
      document.documentElement.classList.add('translated-ltr')
    }
    let waiting: ReturnType<typeof setTimeout> | undefined
    new MutationObserver(() => {
      waiting ??= setTimeout(() => {
        waiting = undefined
        all()
      }, 20)
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
    all()
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin)
  else begin()
}

/** Translates every page that opens here from now on. */
export const translatePages = async (page: Page, kind: string): Promise<void> => {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.enable')
  await browser.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `(${translate.toString()})(${JSON.stringify(kind)})`,
    worldName: 'translator',
  })
}

/** What happens to a text: replaced, wrapped, joined with others, or given a neighbour. */
export const translators = ['replaced', 'wrapped', 'joined', 'inserted'] as const
