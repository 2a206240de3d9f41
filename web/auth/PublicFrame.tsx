import type { ReactNode } from 'react'
import { Mark } from '../ui/Mark.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'

/** The card that screens for people who are not signed in share. */
export const PublicFrame = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="sf-signin">
    <main className="sf-signin__card" id="main">
      <p className="sf-signin__brand">
        <Mark /> Surefoot
      </p>
      <PageTitle>{title}</PageTitle>
      {children}
    </main>
  </div>
)
