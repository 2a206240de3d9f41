import type { AnyRoute } from '@tanstack/react-router'
import { screen } from '../../platform/ui/screen.ts'

export const patientScreens = <Patient extends AnyRoute>(patient: Patient) =>
  [
    screen(patient, 'view', null, 'PatientScreen', () => import('./PatientScreen.tsx')),
    screen(patient, 'demographics', 'patient.write', 'Demographics', () => import('./Demographics.tsx')),
    screen(patient, 'address', 'patient.write', 'Address', () => import('./Address.tsx')),
    screen(patient, 'contact', 'patient.write', 'Contact', () => import('./PartForms.tsx')),
    screen(patient, 'consent', 'patient.write', 'Consent', () => import('./PartForms.tsx')),
    screen(patient, 'deceased', 'patient.write', 'Deceased', () => import('./Deceased.tsx')),
    screen(patient, 'nextofkin', 'patient.write', 'NextOfKin', () => import('./NextOfKin.tsx')),
    screen(patient, 'gp-search', 'patient.write', 'GpSearch', () => import('./GpSearch.tsx')),
    screen(patient, 'in-error', 'patient.write', 'PatientInError', () => import('./PatientInError.tsx')),
  ] as const
