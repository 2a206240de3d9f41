/** The part of fontkit's API used here. pdfkit reads fonts with fontkit, which knows what a font can draw. */
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
/** The part of subset-font's API used here. */
declare module 'subset-font' {
  interface Options {
    targetFormat: 'truetype'
    variationAxes?: { wght: number }
  }
  const subsetFont: (font: Buffer, text: string, options: Options) => Promise<Buffer>
  export default subsetFont
}
