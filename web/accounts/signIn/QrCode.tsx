import { create } from 'qrcode'
import { useMemo } from 'react'

/** Empty cells around the code, which a camera needs. */
const quiet = 4

/** A QR code drawn in the page, so that its secret never leaves the page (AU-12). */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { path, extent } = useMemo(() => {
    const { data, size } = create(text, { errorCorrectionLevel: 'M' }).modules
    const dark = Array.from({ length: size * size }, (_, index) => index).filter((index) => data[index])
    return {
      path: dark
        .map((index) => `M${(index % size) + quiet} ${Math.floor(index / size) + quiet}h1v1h-1z`)
        .join(''),
      extent: size + 2 * quiet,
    }
  }, [text])
  return (
    <svg className="sf-qr" viewBox={`0 0 ${extent} ${extent}`} role="img" aria-label={label}>
      <rect width={extent} height={extent} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
