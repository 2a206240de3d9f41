import type { Following } from './children.ts'
import type { EndedPlace } from './places.ts'

/** A row as a merge left it. Its version shows whether it has changed since. */
export interface KeptRow {
  table: Following['table']
  id: number
  version: number
}

/** Everything that undoing a merge needs, as stored in `patient_merge.kept`. */
export interface Kept {
  /** Rows that moved to the survivor. */
  rows: KeptRow[]
  /** Red flags that the merge ended, because the same sign was open twice. */
  flagsEnded: KeptRow[]
  /** Places in a class that the merge ended, because the person had two. Merges of earlier releases ended none. */
  placesEnded?: EndedPlace[]
  /** The next of kin that was deactivated, because only one is in use. */
  nextOfKin: KeptRow | null
  /** Columns of the survivor that changed. */
  fields: { column: string; before: string | number | boolean | null; after: unknown }[]
  survivorVersion: number
  mergedVersion: number
  /** Ids of the former names that the survivor was given. */
  formerNames: number[]
  /** Ids of the former NHS numbers that the survivor was given. Merges of earlier releases gave none. */
  formerNumbers?: number[]
}
