import type { AnyRoute } from '@tanstack/react-router'
import type { RecordKindName } from '../../../contract/pathways/records/kinds.ts'
import { screen, screenOf } from '../../platform/ui/screen.ts'
import { recordScreens } from './screens.ts'

type Screens = typeof recordScreens
type RecordForms<Pathway extends AnyRoute> = {
  [Kind in RecordKindName]: ReturnType<typeof screenOf<Pathway, Screens[Kind]['path']>>
}

export const recordForms = <Pathway extends AnyRoute>(pathway: Pathway) =>
  Object.values(recordScreens).map(({ path, component }): AnyRoute =>
    screenOf(pathway, path, 'clinical.write', component),
  ) as RecordForms<Pathway>[RecordKindName][]

/** The forms for the progress of recorded equipment and onward referrals. */
export const progressScreens = <Pathway extends AnyRoute>(pathway: Pathway) =>
  [
    screen(
      pathway,
      'equipment-progress/$equipmentId',
      'clinical.write',
      'EquipmentProgressScreen',
      () => import('./EquipmentProgressScreen.tsx'),
    ),
    screen(
      pathway,
      'onward-progress/$onwardReferralId',
      'clinical.write',
      'OnwardProgressScreen',
      () => import('./OnwardProgressScreen.tsx'),
    ),
  ] as const

/** A BMI opened outside a pathway. */
export const patientRecordForms = <Patient extends AnyRoute>(patient: Patient) =>
  [
    screen(patient, 'bmi/$bmiId', 'clinical.write', 'PatientBmiScreen', () => import('./BmiScreen.tsx')),
  ] as const
