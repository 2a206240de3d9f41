import type { AnyRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { id } from '../../platform/page/addressFields.ts'
import { screen, searchScreen } from '../../platform/ui/screen.ts'

export const letterScreens = <Falls extends AnyRoute>(falls: Falls) =>
  [
    screen(falls, 'letters', 'letter.write', 'LettersScreen', () => import('./sending/LettersScreen.tsx')),
  ] as const

const of = () => import('./WriteLetter.tsx')

export const pathwayLetterScreens = <Pathway extends AnyRoute>(pathway: Pathway) =>
  [
    searchScreen(
      pathway,
      'letter-new/$templateId',
      'letter.write',
      z.object({ appointment: id.optional() }),
      'NewLetter',
      of,
    ),
    screen(pathway, 'letter-draft/$draftId', 'letter.write', 'DraftLetter', of),
    screen(pathway, 'letter-correction/$letterId', 'letter.write', 'CorrectionLetter', of),
    screen(
      pathway,
      'letter/$letterId',
      'patient.read',
      'SignedLetterScreen',
      () => import('./SignedLetterScreen.tsx'),
      { isReadOnly: true },
    ),
  ] as const

const may = 'administration.write'

export const letterAdministrationScreens = <Administration extends AnyRoute>(
  administration: Administration,
) =>
  [
    screen(
      administration,
      'letter-templates',
      may,
      'TemplatesScreen',
      () => import('./templates/TemplatesScreen.tsx'),
    ),
    screen(
      administration,
      'letter-template/$templateId',
      may,
      'TemplateScreen',
      () => import('./templates/TemplateScreen.tsx'),
    ),
    screen(
      administration,
      'letterhead',
      may,
      'LetterheadScreen',
      () => import('./templates/LetterheadScreen.tsx'),
    ),
    screen(
      administration,
      'letter-addresses',
      may,
      'LetterAddressesScreen',
      () => import('./templates/LetterAddressesScreen.tsx'),
    ),
  ] as const
