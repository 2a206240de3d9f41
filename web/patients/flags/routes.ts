import type { AnyRoute } from '@tanstack/react-router'
import { screen } from '../../platform/ui/screen.ts'

export const safetyNetScreens = <Patient extends AnyRoute>(patient: Patient) =>
  [
    screen(patient, 'flags', 'patient.read', 'FlagsScreen', () => import('./FlagsScreen.tsx')),
    screen(patient, 'flag/$flagId', 'patient.write', 'FlagScreen', () => import('./FlagScreen.tsx')),
    screen(patient, 'flag-review/$flagId', 'patient.write', 'ReviewFlag', () => import('./FlagSteps.tsx')),
    screen(patient, 'flag-end/$flagId', 'patient.write', 'EndFlag', () => import('./FlagSteps.tsx')),
    screen(
      patient,
      'capacity/$capacityId',
      'clinical.write',
      'CapacityScreen',
      () => import('./netScreens.tsx'),
    ),
    screen(
      patient,
      'contacts/$contactId',
      'patient.write',
      'ContactScreen',
      () => import('./netScreens.tsx'),
    ),
    screen(
      patient,
      'reminders/$reminderConsentId',
      'patient.write',
      'ReminderConsentScreen',
      () => import('./netScreens.tsx'),
    ),
    screen(
      patient,
      'falls-calendar/$fallsCalendarConsentId',
      'patient.write',
      'FallsCalendarConsentScreen',
      () => import('./netScreens.tsx'),
    ),
  ] as const
