import type { AnyRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { id, text } from '../../platform/page/addressFields.ts'
import { screen, searchScreen } from '../../platform/ui/screen.ts'

const roundAddress = z.object({ clinician: id.optional(), day: text })

export const clinicScreens = <Falls extends AnyRoute>(falls: Falls) =>
  [
    screen(falls, 'clinics', 'workList.read', 'ClinicsScreen', () => import('./ClinicsScreen.tsx')),
    screen(falls, 'clinic/$clinicId', 'workList.read', 'ClinicScreen', () => import('./ClinicScreen.tsx')),
    screen(
      falls,
      'clinic-edit/$clinicId',
      'class.write',
      'ClinicEditScreen',
      () => import('./ClinicEditScreen.tsx'),
    ),
    screen(falls, 'clinic-offer/$slotId', 'clinical.write', 'OfferScreen', () => import('./OfferScreen.tsx')),
    searchScreen(
      falls,
      'round',
      'workList.read',
      roundAddress,
      'RoundScreen',
      () => import('./RoundScreen.tsx'),
    ),
  ] as const

export const slotScreens = <Pathway extends AnyRoute>(pathway: Pathway) =>
  [
    screen(pathway, 'book', 'clinical.write', 'BookScreen', () => import('./BookScreen.tsx')),
    screen(pathway, 'move/$appointmentId', 'clinical.write', 'MoveScreen', () => import('./MoveScreen.tsx')),
  ] as const
