import { servedWidths } from "../images/imageSize.ts"
import { type ImageFormat, imageKey } from "../images/PageImage.ts"
import type { FeaturedImage } from "./PageContent.ts"

/** The URL path of a variant of a featured image. */
const imageUrl = (imageId: string, width: number, format: ImageFormat) =>
  `/media/${imageKey(encodeURIComponent(imageId), width, format)}`

/** The stored widths of an image, ascending; the last is its own. */
const storedWidths = ({ width }: Pick<FeaturedImage, "width">): ReadonlyArray<number> => servedWidths(width)

/** The URLs of an image below `base`: a `srcset` by format, and a fallback for clients without `srcset`. */
export const imageUrls = (image: Pick<FeaturedImage, "imageId" | "width">, base: string) => {
  const widths = storedWidths(image)
  const srcset = (format: ImageFormat) =>
    widths.map((width) => `${base}${imageUrl(image.imageId, width, format)} ${width}w`).join(", ")
  return {
    avif: srcset("avif"),
    webp: srcset("webp"),
    fallback: `${base}${imageUrl(image.imageId, widths.at(-1) ?? image.width, "webp")}`
  }
}
