/** Maximum number of pixels of an accepted image (PAR-083). */
export const maxPixels = 50_000_000

/** The widths in pixels at which an image is served, unless it is narrower; the last is the widest. */
const standardWidths = [480, 960, 1600] as const

const maxWidth = 1600

/** Maximum height of a variant: a page shows at most 36 rem of it. */
const maxHeight = 1600

/** Width and height of an image in pixels. */
export interface ImageSize {
  readonly width: number
  readonly height: number
}

/** The size of the widest variant: the image's own, scaled down to the maximum width and height. */
export const servedSize = ({ height, width }: ImageSize): ImageSize => {
  const scale = Math.min(1, maxWidth / width, maxHeight / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** The widths of all variants of an image whose widest variant is `width` wide, ascending. */
export const servedWidths = (width: number): ReadonlyArray<number> => [
  ...standardWidths.filter((standard) => standard < width),
  width
]
