import { Schema } from "effect"
import { OrganizationId } from "../organizations/Organization.ts"

/** The formats in which an image is served, the one that every browser reads first. */
export const imageFormats = ["webp", "avif"] as const
export type ImageFormat = (typeof imageFormats)[number]

/** An uploaded image as it is served, as stored: its variants are blobs, in each of `widths` and each format. */
export const PageImageRow = Schema.Struct({
  /** Part of public addresses: it cannot be guessed. */
  id: Schema.NonEmptyString,
  organizationId: OrganizationId,
  /** Pixels of the widest variant. */
  width: Schema.Int,
  height: Schema.Int,
  /** Ascending. */
  widths: Schema.Array(Schema.Int),
  /** Of all variants together. */
  storedBytes: Schema.Int,
  createdAt: Schema.DateTimeUtc
})
export type PageImageRow = typeof PageImageRow.Type

/** The key of a variant's blob, which is also its address below `/media/`. */
export const imageKey = (imageId: string, width: number, format: ImageFormat) => `images/${imageId}/${width}.${format}`

/** The keys of all variants of an image. */
export const imageKeys = ({ id, widths }: Pick<PageImageRow, "id" | "widths">): ReadonlyArray<string> =>
  widths.flatMap((width) => imageFormats.map((format) => imageKey(id, width, format)))

export const imageContentType = (format: ImageFormat) => `image/${format}`
