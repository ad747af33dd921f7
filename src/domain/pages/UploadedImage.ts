import { Schema } from "effect"
import type { FeaturedImage } from "./PageContent.ts"
import { FeaturedImageView, toFeaturedImage } from "./PageView.ts"

/** An uploaded featured image, with the size of the rendition at its URL. */
export const UploadedImageView = Schema.Struct({
  featuredImage: Schema.Struct({
    ...FeaturedImageView.fields,
    bytes: Schema.Int.annotateKey({ description: "Size of that rendition in bytes" })
  }).annotateKey({ description: "The draft's new image" })
}).annotate({ identifier: "UploadedImage" })

export const toUploadedImage = (image: FeaturedImage, address: string) => ({
  ...toFeaturedImage(image, address),
  bytes: image.bytes
})
