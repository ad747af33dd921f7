import type { FeaturedImage } from "./PageContent.ts"

/** The address of the widest rendition of a featured image. */
export const featuredImageUrl = ({ imageId, width }: Pick<FeaturedImage, "imageId" | "width">): string =>
  `/media/images/${imageId}/${width}.webp`
