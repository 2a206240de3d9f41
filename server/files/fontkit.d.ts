/** The part of fontkit, which pdfkit reads fonts with, that says what a font can draw. */
declare module 'fontkit' {
  export interface Font {
    characterSet: number[]
  }
  export const create: (file: Buffer) => Font
}
