/** The part of fontkit, which pdfkit reads fonts with, that says what a font can draw. */
declare module 'fontkit' {
  export interface Font {
    characterSet: number[]
    ascent: number
    unitsPerEm: number
    getGlyph: (id: number) => { advanceWidth: number }
    layout: (text: string) => object
  }
  export const create: (file: Buffer) => Font
}
/** Its words for what is asked of it here. */
declare module 'subset-font' {
  interface Options {
    targetFormat: 'truetype'
    variationAxes?: { wght: number }
  }
  const subsetFont: (font: Buffer, text: string, options: Options) => Promise<Buffer>
  export default subsetFont
}
