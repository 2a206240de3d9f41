import type { AnyRoute } from '@tanstack/react-router'
import { screen } from '../../platform/ui/screen.ts'

export const pathwayScreens = <Pathway extends AnyRoute>(pathway: Pathway) =>
  [
    screen(pathway, 'view', null, 'PathwayScreen', () => import('./PathwayScreen.tsx'), { isReadOnly: true }),
    screen(pathway, 'referral', 'pathway.write', 'Referral', () => import('./Referral.tsx')),
    screen(pathway, 'cancel', 'pathway.write', 'Cancel', () => import('./Cancel.tsx')),
    screen(pathway, 'reinstate', 'pathway.write', 'Reinstate', () => import('./Cancel.tsx')),
    screen(pathway, 'in-error', 'pathway.write', 'ReferralInError', () => import('./ReferralInError.tsx')),
    screen(pathway, 'discharge', 'clinical.write', 'Discharge', () => import('./Discharge.tsx')),
    screen(pathway, 'consent', 'pathway.write', 'PathwayConsent', () => import('./NotesScreens.tsx')),
    screen(pathway, 'general', 'pathway.write', 'General', () => import('./NotesScreens.tsx')),
    screen(pathway, 'comments', 'pathway.write', 'Comments', () => import('./NotesScreens.tsx')),
  ] as const
