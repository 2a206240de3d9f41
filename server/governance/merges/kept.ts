import type { Following } from './children.ts'
import type { EndedPlace } from './places.ts'

/** A row as a merge left it: its version tells whether it was changed since. */
export interface KeptRow {
  table: Following['table']
  id: number
  version: number
}

/** All that undoing a merge needs, as it lies in `patient_merge.kept`. */
export interface Kept {
  /** What followed to the survivor. */
  rows: KeptRow[]
  /** Red flags that were ended, because the same sign was open twice. */
  flagsEnded: KeptRow[]
  /** Places in a class that were ended, because the person had two; merges of earlier releases ended none. */
  placesEnded?: EndedPlace[]
  /** The next of kin that went out of use, because one is in use. */
  nextOfKin: KeptRow | null
  /** Columns of the survivor that changed. */
  fields: { column: string; before: string | number | boolean | null; after: unknown }[]
  survivorVersion: number
  mergedVersion: number
  /** Names that the survivor was given as former ones. */
  formerNames: number[]
}
