import { useLayoutEffect, useRef } from 'react'

/**
 * A report as part of the printed page. A frame would print as a single picture, cut off where a page ends. It uses
 * the report's styles and none of the page's. It runs nothing, because the page allows no script but its own.
 */
export const ReportOnPaper = ({ html }: { html: string }) => {
  const paper = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (paper.current === null) return
    const report = new DOMParser().parseFromString(html, 'text/html')
    const root = paper.current.shadowRoot ?? paper.current.attachShadow({ mode: 'open' })
    const style = new CSSStyleSheet()
    style.replaceSync(report.querySelector('style')?.textContent ?? '')
    root.adoptedStyleSheets = [style]
    root.replaceChildren(...report.body.children)
  }, [html])
  return <div className="sf-report__paper" ref={paper} />
}
