import type { Dataset } from "../domain/dataset/Dataset.ts"
import { imageContentType, imageFormats, imageKey } from "../domain/images/PageImage.ts"
import type { FeaturedImage } from "../domain/pages/PageContent.ts"
import type { DemoClock } from "./DemoClock.ts"
import { organizationIds } from "./demoOrganizations.ts"
import { facadePhoto } from "./facadePhoto.ts"
import { seeded } from "./seeded.ts"

const organizations = ["A", "B"] as const

const imageId = (organization: (typeof organizations)[number]) => seeded.uuid("page image", organization)

const bytesOf = (base64: string) => new Uint8Array(Buffer.from(base64, "base64"))

const variants = facadePhoto.flatMap((photo) =>
  imageFormats.map((format) => ({ width: photo.width, format, bytes: bytesOf(photo[format]) }))
)

const [, widest] = facadePhoto

/** The image of an organization's published pages. */
export const demoImage = (organization: (typeof organizations)[number]): FeaturedImage => ({
  imageId: imageId(organization),
  alt: "The front of the house in the evening",
  width: widest.width,
  height: widest.height,
  contentType: imageContentType("webp"),
  bytes: bytesOf(widest.webp).length
})

/** One image for each organization with pages, stored as an upload would be. */
export const demoImages = (clock: DemoClock): Pick<Dataset, "pageImages" | "blobs"> => {
  const createdAt = clock.ago({ days: 60 })
  return {
    pageImages: organizations.map((organization) => ({
      id: imageId(organization),
      organizationId: organizationIds[organization],
      width: widest.width,
      height: widest.height,
      widths: facadePhoto.map(({ width }) => width),
      storedBytes: variants.reduce((sum, { bytes }) => sum + bytes.length, 0),
      createdAt
    })),
    blobs: organizations.flatMap((organization) =>
      variants.map(({ bytes, format, width }) => ({
        key: imageKey(imageId(organization), width, format),
        contentType: imageContentType(format),
        bytes,
        file: null,
        createdAt
      }))
    )
  }
}
