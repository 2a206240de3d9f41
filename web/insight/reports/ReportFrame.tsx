import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/**
 * A report as the service rendered it, in a frame that runs no script and that only this page can access (IO-6). The
 * page makes the frame as tall as the report, and follows links to the patients behind a number without loading a new
 * page.
 */
export const ReportFrame = ({ title, html }: { title: string; html: string }) => {
  const frame = useRef<HTMLIFrameElement>(null)
  const watch = useRef<() => void>(undefined)
  const [height, setHeight] = useState(600)
  const navigate = useNavigate()
  useEffect(() => () => watch.current?.(), [])

  const follow = (event: Event): void => {
    const click = event as MouseEvent
    const link = (click.target as Element | null)?.closest?.('a')
    const address = link?.getAttribute('href')
    if (address == null || click.ctrlKey || click.metaKey || click.shiftKey) return
    click.preventDefault()
    void navigate({ href: address })
  }

  const settle = (): void => {
    watch.current?.()
    const page = frame.current?.contentDocument
    if (page?.body == null) return
    const fit = (): void => setHeight(page.body.scrollHeight + 24)
    const sizes = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(fit)
    sizes?.observe(page.body)
    page.addEventListener('click', follow)
    watch.current = () => {
      sizes?.disconnect()
      page.removeEventListener('click', follow)
    }
    fit()
  }

  return (
    <iframe
      ref={frame}
      className="sf-report__frame"
      title={`Report: ${title}`}
      sandbox="allow-same-origin allow-top-navigation-by-user-activation"
      srcDoc={html}
      style={{ height }}
      onLoad={settle}
    />
  )
}
