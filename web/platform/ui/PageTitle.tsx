import { useEffect, type ReactNode } from 'react'
import { useArrivalTitle } from './arrival.ts'

/** The heading of a screen and the title of the tab. It never contains anything about a patient (DP-7). */
export const PageTitle = ({ children, tab }: { children: ReactNode; tab?: string }) => {
  const title = tab ?? (typeof children === 'string' ? children : '')
  useEffect(() => {
    document.title = title === '' ? 'Surefoot' : `${title} – Surefoot`
  }, [title])
  useArrivalTitle(title)
  return <h1 className="nhsuk-heading-l sf-title">{children}</h1>
}
