import type { ReactNode } from 'react'
import { useMay } from '../session.ts'
import { PageTitle } from '../ui/PageTitle.tsx'

/** A screen of administration; in another role it says why there is nothing. */
export const AdministratorsOnly = ({ title, children }: { title: string; children: ReactNode }) =>
  useMay('administration.write') ? (
    children
  ) : (
    <>
      <PageTitle>{title}</PageTitle>
      <p>Administration is not part of your current role.</p>
    </>
  )
