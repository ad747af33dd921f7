/** The most pixels of an image that is taken (PAR-083). */
export const mostPixels = 50_000_000

/** The widths in which an image is served, in pixels, as far as it has them; the last is the widest. */
const namedWidths = [480, 960, 1600] as const

const mostWidth = 1600

/** No variant is taller: a page shows at most 36 rem of it. */
const mostHeight = 1600

/** Width and height of an image in pixels. */
export interface ImageSize {
  readonly width: number
  readonly height: number
}

/** The size of the widest variant: the image's own, unless it is wider or taller than what is served. */
export const servedSize = ({ height, width }: ImageSize): ImageSize => {
  const scale = Math.min(1, mostWidth / width, mostHeight / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** The widths of all variants of an image whose widest is `width` wide, ascending: none is wider than the image. */
export const servedWidths = (width: number): ReadonlyArray<number> => [
  ...namedWidths.filter((named) => named < width),
  width
]
