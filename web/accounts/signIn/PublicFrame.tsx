import type { ReactNode } from 'react'
import { Mark } from '../../platform/ui/Mark.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'

interface PublicFrameProps {
  title: string
  /** For reading, not for filling in: as wide as a line of prose. */
  isProse?: boolean
  children: ReactNode
}

/** The card shared by the screens for users who are not signed in. */
export const PublicFrame = ({ title, isProse = false, children }: PublicFrameProps) => (
  <div className="sf-signin">
    <main className={`sf-signin__card ${isProse ? 'sf-signin__card--prose' : ''}`} id="main">
      <p className="sf-signin__brand">
        <Mark /> Surefoot
      </p>
      <PageTitle>{title}</PageTitle>
      {children}
    </main>
  </div>
)
