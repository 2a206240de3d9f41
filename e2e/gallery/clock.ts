import { galleryMoment } from './moment.ts'

/*
 * Loaded before the product that the gallery is taken of (`--import`): its clock runs from one moment on every day, so that
 * the demonstration is the same and a picture changes only where the look does.
 */
const RealDate = Date
const ahead = galleryMoment - RealDate.now()

globalThis.Date = class extends RealDate {
  constructor(...parts: [] | [number | string | Date]) {
    if (parts.length === 0) super(RealDate.now() + ahead)
    else super(...(parts as [number]))
  }
  static override now = (): number => RealDate.now() + ahead
} as DateConstructor
