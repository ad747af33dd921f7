import { Schema } from "effect"
import { OrganizationId } from "../organizations/Organization.ts"

/** The formats in which an image is served; the first is supported by every browser. */
export const imageFormats = ["webp", "avif"] as const
export type ImageFormat = (typeof imageFormats)[number]

/** A stored image for serving: its variants are blobs, one per width in `widths` and format. */
export const PageImage = Schema.Struct({
  /** Part of public URLs; unguessable. */
  id: Schema.NonEmptyString,
  organizationId: OrganizationId,
  /** Pixels of the widest variant. */
  width: Schema.Int,
  height: Schema.Int,
  /** Ascending. */
  widths: Schema.Array(Schema.Int),
  /** Total of all variants. */
  storedBytes: Schema.Int,
  createdAt: Schema.DateTimeUtc
})
export type PageImage = typeof PageImage.Type

/** The key of a variant's blob, which is also its path below `/media/`. */
export const imageKey = (imageId: string, width: number, format: ImageFormat) => `images/${imageId}/${width}.${format}`

/** The keys of all variants of an image. */
export const imageKeys = ({ id, widths }: Pick<PageImage, "id" | "widths">): ReadonlyArray<string> =>
  widths.flatMap((width) => imageFormats.map((format) => imageKey(id, width, format)))

export const imageContentType = (format: ImageFormat) => `image/${format}`
