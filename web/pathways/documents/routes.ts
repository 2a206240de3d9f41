import type { AnyRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { screen, searchScreen } from '../../platform/ui/screen.ts'

const chosen = z.object({ documentId: z.int().optional().catch(undefined) })

export const documentScreens = <Pathway extends AnyRoute>(pathway: Pathway) =>
  [
    screen(pathway, 'documents-upload', 'document.write', 'UploadScreen', () => import('./UploadScreen.tsx')),
    searchScreen(
      pathway,
      'documents-delete',
      'document.write',
      chosen,
      'DeleteScreen',
      () => import('./DeleteScreen.tsx'),
    ),
  ] as const
