import type { FeaturedImage } from "./PageContent.ts"

/** The widths in which a featured image is kept, in pixels, as far as the original is as wide. */
export const imageWidths = [480, 960, 1600] as const

/** Where a variant of a featured image is served. */
export const imageUrl = (imageId: string, width: number, format: "webp" | "avif") =>
  `/media/images/${encodeURIComponent(imageId)}/${width}.${format}`

/** The widths that an image is kept in: an original below the smallest has its own. */
export const keptWidths = ({ width }: Pick<FeaturedImage, "width">): ReadonlyArray<number> => {
  const kept = imageWidths.filter((one) => one <= width)
  return kept.length === 0 ? [width] : kept
}

/** The addresses of an image: `srcset` by format, and one for whoever reads no `srcset`. */
export const imageUrls = (image: Pick<FeaturedImage, "imageId" | "width">) => {
  const widths = keptWidths(image)
  const srcset = (format: "webp" | "avif") =>
    widths.map((width) => `${imageUrl(image.imageId, width, format)} ${width}w`).join(", ")
  return {
    avif: srcset("avif"),
    webp: srcset("webp"),
    fallback: imageUrl(image.imageId, widths.at(-1) ?? image.width, "webp")
  }
}
