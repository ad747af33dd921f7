import { DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { Blobs } from "../blobs/Blobs.ts"
import type { ImageUnreadable } from "../images/ImageErrors.ts"
import { Images, type ImageVariant } from "../images/Images.ts"
import { judgeImage } from "../images/judgeImage.ts"
import { imageContentType, imageKey } from "../images/PageImage.ts"
import { PageImages } from "../images/PageImages.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import { Deployment } from "../shared/Deployment.ts"
import { FieldInvalid } from "../shared/FieldInvalid.ts"
import { changeDraft } from "./changeDraft.ts"
import { findWritablePage } from "./lockPage.ts"
import { DraftRequired } from "./PageErrors.ts"
import type { PageGroupRow } from "./PageGroup.ts"
import { toUploadedImage } from "./UploadedImage.ts"

/** An upload: `read` brings the file's bytes, as often as it is asked to. */
export interface ImageUpload {
  readonly read: Effect.Effect<Uint8Array>
  readonly alt: string
  readonly expectedVersion: number | undefined
}

/** An image that cannot be read is a wrong value of the field that it was sent in. */
const orNamed = ({ reason }: ImageUnreadable) => Effect.fail(FieldInvalid.of("file", reason))

/**
 * What is served of an uploaded image. Whoever sends no usable image, or may not change the page, or names one without a
 * draft, is refused in this order, and before any decoding. Needs no transaction, and holds none up.
 */
export const encodeFeaturedImage = Effect.fn("encodeFeaturedImage")(function* (
  pageGroupId: string,
  { read }: ImageUpload
) {
  yield* Effect.catchTag(Effect.flatMap(read, judgeImage), "ImageUnreadable", orNamed)
  const { draft } = yield* findWritablePage(pageGroupId)
  if (draft === null) return yield* new DraftRequired()
  return yield* Effect.catchTag(
    Images.use(({ encode }) => encode(read)),
    "ImageUnreadable",
    orNamed
  )
})

/** Stores the variants under a new address. */
const keep = Effect.fnUntraced(function* (organizationId: OrganizationId, variants: ReadonlyArray<ImageVariant>) {
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
 * Gives the draft of a page a featured image (PAR-081, PAR-083). The image that it had stays at its address, for the
 * published version and for those who have it open, until no version shows it.
 */
export const uploadFeaturedImage = Effect.fnUntraced(function* (
  pageGroupId: string,
  { alt, expectedVersion }: ImageUpload,
  variants: ReadonlyArray<ImageVariant>
) {
  const image = (group: PageGroupRow) =>
    Effect.map(keep(group.organizationId, variants), (kept) => ({ featuredImage: { ...kept, alt } }))
  const { featuredImage } = yield* changeDraft(pageGroupId, expectedVersion, ({ group }) => image(group))
  if (featuredImage === null) return yield* Effect.die(new Error("The image was not taken"))
  const { publicUrl } = yield* Deployment
  return { featuredImage: toUploadedImage(featuredImage, publicUrl) }
})
