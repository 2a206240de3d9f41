import { join } from 'node:path'
import type { Plugin } from 'vite'
import { earlyScriptsFile } from '../../server/platform/http/replies/earlyScripts.ts'
import { stageRoutes } from '../../contract/stages/stage.ts'

const root = join(import.meta.dirname, '../..')

/**
 * What an address needs beside the first scripts, by how it begins: the frame of everything past signing in, and the screens that are
 * opened directly or reloaded, all day. Of any other the screen's own script comes when the first ones have run.
 */
const screens: Readonly<Record<string, string>> = {
  '/falls': 'web/app/layout/Shell.tsx',
  '/falls/admissions': 'web/app/home/AdmissionsHome.tsx',
  '/falls/today': 'web/pathways/tasks/TodayScreen.tsx',
  ...Object.fromEntries(
    Object.values(stageRoutes).map((route) => [`/falls/${route}`, 'web/pathways/worklists/WorkList.tsx']),
  ),
  '/falls/patient': 'web/patients/frames/PatientFrame.tsx',
  '/falls/patient/view': 'web/patients/patient/PatientScreen.tsx',
  '/falls/pathway': 'web/patients/frames/PathwayFrame.tsx',
  '/falls/pathway/view': 'web/care/pathwayPage/PathwayScreen.tsx',
  '/falls/pathway/frat': 'web/pathways/records/FratScreen.tsx',
  '/falls/pathway/wellbeing': 'web/pathways/records/WellbeingScreen.tsx',
  '/falls/pathway/treatmentplan': 'web/pathways/records/TreatmentPlanScreen.tsx',
  '/falls/pathway/attendance': 'web/pathways/records/AttendanceScreen.tsx',
  '/falls/pathway/followup': 'web/pathways/records/FollowupScreen.tsx',
}

interface Chunk {
  imports: readonly string[]
  moduleIds: readonly string[]
  /** What Vite adds: the style that comes with it. */
  viteMetadata?: { importedCss: ReadonlySet<string> }
}

/** Scripts and styles that a chunk brings along, itself included. */
const closureOf = (file: string, chunks: ReadonlyMap<string, Chunk>): ReadonlySet<string> => {
  const found = new Set<string>()
  const follow = (name: string): void => {
    if (found.has(name)) return
    found.add(name)
    const { imports = [], viteMetadata } = chunks.get(name) ?? {}
    for (const imported of imports) follow(imported)
    for (const style of viteMetadata?.importedCss ?? []) found.add(style)
  }
  follow(file)
  return found
}

/** Writes down which scripts each of these addresses needs, for the server to name them in its answer (decision 122). */
export const earlyScripts = (): Plugin => ({
  name: 'early-scripts',
  apply: 'build',
  generateBundle(_, bundle) {
    const chunks = new Map<string, Chunk>()
    let entry = ''
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue
      chunks.set(file.fileName, file)
      if (file.isEntry) entry = file.fileName
    }
    const first = closureOf(entry, chunks)
    const early = Object.entries(screens).map(([address, source]) => {
      const id = join(root, source)
      const [file] = [...chunks].find(([, { moduleIds }]) => moduleIds.includes(id)) ?? []
      if (file === undefined) throw new Error(`No script has ${source}, which ${address} needs`)
      return [address, [...closureOf(file, chunks)].filter((name) => !first.has(name)).toSorted()] as const
    })
    this.emitFile({
      type: 'asset',
      fileName: earlyScriptsFile,
      source: JSON.stringify(Object.fromEntries(early)),
    })
  },
})
