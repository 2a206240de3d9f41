import type { AnyRoute } from '@tanstack/react-router'
import { screen } from '../../platform/ui/screen.ts'

export const privacyScreens = <Falls extends AnyRoute>(falls: Falls) =>
  [
    screen(
      falls,
      'subject-requests',
      'subjectRequest.write',
      'SubjectRequests',
      () => import('./SubjectRequests.tsx'),
    ),
    screen(
      falls,
      'restricted-access',
      'restrictedAccess.review',
      'RestrictedAccesses',
      () => import('./RestrictedAccesses.tsx'),
    ),
    screen(falls, 'retention', 'retention.confirm', 'RetentionScreen', () => import('./RetentionScreen.tsx')),
  ] as const

export const patientPrivacyScreens = <Patient extends AnyRoute>(patient: Patient) =>
  [
    screen(
      patient,
      'subject-request/$requestId',
      'subjectRequest.write',
      'SubjectRequestScreen',
      () => import('./SubjectRequestScreen.tsx'),
    ),
    screen(
      patient,
      'restriction',
      'record.restrict',
      'PatientRestriction',
      () => import('./PatientRestriction.tsx'),
      { showsUnopened: true },
    ),
    screen(
      patient,
      'retention',
      'retention.confirm',
      'PatientRetention',
      () => import('./PatientRetention.tsx'),
      { showsOutOfUse: true },
    ),
  ] as const
