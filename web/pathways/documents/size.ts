const kib = 1024

/** 340 KB, 1.2 MB. */
export const formatSize = (bytes: number): string => {
  if (bytes < kib) return `${bytes} bytes`
  if (bytes < kib * kib) return `${Math.round(bytes / kib)} KB`
  return `${(bytes / kib / kib).toFixed(1)} MB`
}
