import { servedWidths } from "../images/imageSize.ts"
import { type ImageFormat, imageKey } from "../images/PageImage.ts"
import type { FeaturedImage } from "./PageContent.ts"

/** Where a variant of a featured image is served. */
export const imageUrl = (imageId: string, width: number, format: ImageFormat) =>
  `/media/${imageKey(encodeURIComponent(imageId), width, format)}`

/** The widths that an image is kept in, ascending: the last is its own. */
export const keptWidths = ({ width }: Pick<FeaturedImage, "width">): ReadonlyArray<number> => servedWidths(width)

/** The addresses of an image: `srcset` by format, and one for whoever reads no `srcset`. */
export const imageUrls = (image: Pick<FeaturedImage, "imageId" | "width">) => {
  const widths = keptWidths(image)
  const srcset = (format: ImageFormat) =>
    widths.map((width) => `${imageUrl(image.imageId, width, format)} ${width}w`).join(", ")
  return {
    avif: srcset("avif"),
    webp: srcset("webp"),
    fallback: imageUrl(image.imageId, widths.at(-1) ?? image.width, "webp")
  }
}
