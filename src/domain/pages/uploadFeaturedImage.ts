import { DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { Blobs } from "../blobs/Blobs.ts"
import type { ImageUnreadable } from "../images/ImageErrors.ts"
import { Images, type ImageVariant } from "../images/Images.ts"
import { inspectImage } from "../images/inspectImage.ts"
import { imageContentType, imageKey } from "../images/PageImage.ts"
import { PageImages } from "../images/PageImages.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import { Deployment } from "../shared/Deployment.ts"
import { FieldInvalid } from "../shared/FieldInvalid.ts"
import { changeDraft } from "./changeDraft.ts"
import { findWritablePage } from "./lockPage.ts"
import { DraftRequired } from "./PageErrors.ts"
import type { PageGroup } from "./PageGroup.ts"
import { toUploadedImage } from "./UploadedImage.ts"

/** An upload: `read` returns the file's bytes and can be run repeatedly. */
export interface ImageUpload {
  readonly read: Effect.Effect<Uint8Array>
  readonly alt: string
  readonly expectedVersion: number | undefined
}

/** Reports an unreadable image as an invalid value of the field `file`. */
const toFieldInvalid = ({ reason }: ImageUnreadable) => Effect.fail(FieldInvalid.of("file", reason))

/**
 * Encodes an uploaded image to the variants to be served. Before any decoding it refuses, in this order, unusable
 * images, pages that the caller may not change, and pages without a draft. Runs outside transactions, since encoding is
 * slow.
 */
export const encodeFeaturedImage = Effect.fn("encodeFeaturedImage")(function* (
  pageGroupId: string,
  { read }: ImageUpload
) {
  yield* Effect.catchTag(Effect.flatMap(read, inspectImage), "ImageUnreadable", toFieldInvalid)
  const { draft } = yield* findWritablePage(pageGroupId)
  if (draft === null) return yield* new DraftRequired()
  return yield* Effect.catchTag(
    Images.use(({ encode }) => encode(read)),
    "ImageUnreadable",
    toFieldInvalid
  )
})

/** Stores the variants under a new image id. */
const store = Effect.fnUntraced(function* (organizationId: OrganizationId, variants: ReadonlyArray<ImageVariant>) {
  const [widest] = variants.filter(({ format }) => format === "webp").toSorted((a, b) => b.width - a.width)
  if (widest === undefined) return yield* Effect.die(new Error("An image without variants"))
  const imageId = yield* SecureRandom.SecureRandom.use(({ uuidV4 }) => uuidV4())
  const createdAt = yield* DateTime.now
  const { bytes, height, width } = widest
  yield* PageImages.use(({ insert }) =>
    insert({
      id: imageId,
      organizationId,
      width,
      height,
      widths: variants.flatMap((variant) => (variant.format === "webp" ? [variant.width] : [])),
      storedBytes: variants.reduce((sum, variant) => sum + variant.bytes.length, 0),
      createdAt
    })
  )
  yield* Blobs.use(({ insertMissing }) =>
    insertMissing(
      variants.map((variant) => ({
        key: imageKey(imageId, variant.width, variant.format),
        contentType: imageContentType(variant.format),
        bytes: variant.bytes,
        createdAt
      }))
    )
  )
  return { imageId, width, height, contentType: imageContentType("webp"), bytes: bytes.length }
})

/**
 * Gives the draft of a page a featured image (PAR-081, PAR-083). The previous image stays available, for the published
 * version and for open pages, until no version uses it.
 */
export const uploadFeaturedImage = Effect.fnUntraced(function* (
  pageGroupId: string,
  { alt, expectedVersion }: ImageUpload,
  variants: ReadonlyArray<ImageVariant>
) {
  const image = (group: PageGroup) =>
    Effect.map(store(group.organizationId, variants), (stored) => ({ featuredImage: { ...stored, alt } }))
  const { featuredImage } = yield* changeDraft(pageGroupId, expectedVersion, ({ group }) => image(group))
  if (featuredImage === null) return yield* Effect.die(new Error("The draft has no image after the upload"))
  const { address } = yield* Deployment
  return { featuredImage: toUploadedImage(featuredImage, address) }
})
