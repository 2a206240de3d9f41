import type { AnyRoute } from '@tanstack/react-router'
import { screen } from '../../platform/ui/screen.ts'

const of = () => import('./ClientScreens.tsx')
const may = 'administration.read'

export const fhirClientScreens = <Administration extends AnyRoute>(administration: Administration) =>
  [
    screen(administration, 'fhir-clients', may, 'ClientsScreen', of),
    screen(administration, 'fhir-client/$clientId', may, 'ClientScreen', of),
    screen(administration, 'fhir-client-edit/$clientId', 'administration.write', 'ClientEditScreen', of),
  ] as const
