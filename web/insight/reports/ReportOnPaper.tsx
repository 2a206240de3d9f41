import { useLayoutEffect, useRef } from 'react'

/**
 * A report as part of the page that is printed: a frame is one picture to a printer, cut wherever a page ends. It has the style
 * of the report and none of the page's, and runs nothing: the page allows no script but its own.
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
