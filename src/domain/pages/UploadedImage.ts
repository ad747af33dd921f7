import { Schema } from "effect"
import type { FeaturedImage } from "./PageContent.ts"
import { FeaturedImageView, toFeaturedImage } from "./PageView.ts"

/** A featured image as it was uploaded, with the size of what is at its address. */
export const UploadedImageView = Schema.Struct({
  featuredImage: Schema.Struct({
    ...FeaturedImageView.fields,
    bytes: Schema.Int.annotateKey({ description: "Size of that rendition in bytes" })
  }).annotateKey({ description: "The image that the draft has now" })
}).annotate({ identifier: "UploadedImage" })

export const toUploadedImage = (image: FeaturedImage, publicUrl: string | undefined) => ({
  ...toFeaturedImage(image, publicUrl),
  bytes: image.bytes
})
