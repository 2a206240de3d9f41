import type { Browser } from '@playwright/test'

export interface Table {
  /**
   * Lays the views of one screen beside each other, a row for each colour scheme.
   * @param before the picture that there is
   */
  lay: (
    views: readonly (readonly Buffer[])[],
    before: Buffer | null,
  ) => Promise<{ picture: Buffer; looksAsBefore: boolean }>
}

/** Of their width and height. */
const scale = 0.5
/** Of WebP: words stay legible. */
const quality = 0.4
const gap = 12

/** Of all points, as many may differ before a picture counts as another: a letter's edge, not a button. */
const unseenShare = 0.0004

/** A page of the browser, which can draw and write WebP. */
export const openTable = async (browser: Browser): Promise<Table> => {
  const page = await browser.newPage()
  const asAddress = (picture: Buffer, type: string): string =>
    `data:image/${type};base64,${picture.toString('base64')}`
  return {
    lay: async (views, before) => {
      const { picture, differing } = await page.evaluate(
        async ({ rows, old, scale, quality, gap }) => {
          const load = async (address: string): Promise<ImageBitmap> =>
            createImageBitmap(await (await fetch(address)).blob())
          const canvasOf = (width: number, height: number) => {
            const canvas = new OffscreenCanvas(width, height)
            const pen = canvas.getContext('2d', { willReadFrequently: true })
            if (pen === null) throw new Error('This browser does not draw')
            return { canvas, pen }
          }
          const bitmaps = await Promise.all(rows.map((row) => Promise.all(row.map(load))))
          const heights = bitmaps.map((row) => Math.max(...row.map(({ height }) => height * scale)))
          const widths = (bitmaps[0] ?? []).map(({ width }) => width * scale)
          const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size + gap, gap)
          const { canvas, pen } = canvasOf(sum(widths), sum(heights))
          pen.fillStyle = '#888'
          pen.fillRect(0, 0, canvas.width, canvas.height)
          pen.imageSmoothingQuality = 'high'
          let top = gap
          for (const [place, row] of bitmaps.entries()) {
            let left = gap
            for (const bitmap of row) {
              pen.drawImage(bitmap, left, top, bitmap.width * scale, bitmap.height * scale)
              left += bitmap.width * scale + gap
            }
            top += (heights[place] ?? 0) + gap
          }
          const blob = await canvas.convertToBlob({ type: 'image/webp', quality })

          /** How many points of two pictures differ so that one sees it; all of them where the sizes differ. */
          const differingFrom = async (other: string): Promise<number> => {
            const [one, two] = await Promise.all([createImageBitmap(blob), load(other)])
            if (one.width !== two.width || one.height !== two.height) return 1
            const points = [one, two].map((bitmap) => {
              const { pen: reader } = canvasOf(bitmap.width, bitmap.height)
              reader.drawImage(bitmap, 0, 0)
              return reader.getImageData(0, 0, bitmap.width, bitmap.height).data
            })
            const [a = new Uint8ClampedArray(), b = new Uint8ClampedArray()] = points
            let count = 0
            for (let place = 0; place < a.length; place += 4)
              if (Math.abs((a[place + 1] ?? 0) - (b[place + 1] ?? 0)) > 24) count += 1
            return count / (a.length / 4)
          }
          const bytes = new Uint8Array(await blob.arrayBuffer())
          let text = ''
          for (const byte of bytes) text += String.fromCharCode(byte)
          return { picture: btoa(text), differing: old === null ? 1 : await differingFrom(old) }
        },
        {
          rows: views.map((row) => row.map((view) => asAddress(view, 'png'))),
          old: before === null ? null : asAddress(before, 'webp'),
          scale,
          quality,
          gap,
        },
      )
      return { picture: Buffer.from(picture, 'base64'), looksAsBefore: differing < unseenShare }
    },
  }
}
