import { Schema, SchemaTransformation } from "effect"
import { Multipart } from "effect/http"
import { HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ImageTypeUnsupported } from "../../domain/images/ImageErrors.ts"
import { DraftRequired } from "../../domain/pages/PageErrors.ts"
import { UploadedImageView } from "../../domain/pages/UploadedImage.ts"
import { characters } from "../../domain/shared/characters.ts"
import { FieldInvalid } from "../../domain/shared/FieldInvalid.ts"
import { StaleVersion } from "../../domain/shared/ResourceConflicts.ts"
import { maxInt } from "../../domain/shared/maxInt.ts"
import { PathText } from "../surface/schemas/PathText.ts"
import { insufficientReach } from "./insufficientReach.ts"
import { partnerFailure } from "./partnerFailure.ts"
import { write } from "./verbs.ts"

/** Limits of the form (PAR-083). */
const limits = {
  maxFileSize: "10 MiB",
  maxTotalSize: 10 * 1024 * 1024 + 64 * 1024,
  maxFieldSize: "8 KiB",
  maxParts: 16
} as const

const altPattern = /^[^\p{Cc}\u2028\u2029]*$/u

const versionPattern = /^[1-9]\d{0,9}$/

/** A version number as the text of a form field. */
const VersionText = Schema.String.check(
  Schema.isPattern(versionPattern, {
    expected: "a whole number",
    toJsonSchema: () => ({ pattern: versionPattern.source, maxLength: 10 })
  })
).pipe(
  Schema.decodeTo(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: maxInt })),
    SchemaTransformation.numberFromString
  )
)

const ImageForm = Schema.Struct({
  file: Multipart.SingleFileSchema,
  alt: Schema.optionalKey(
    Schema.String.check(
      characters(0, 250),
      Schema.isPattern(altPattern, { expected: "text in one line", toJsonSchema: () => ({}) })
    )
  ).annotateKey({
    description: "Alternative text of the image; empty (the default) for a decorative image"
  }),
  expectedVersion: Schema.optionalKey(VersionText).pipe(
    Schema.annotateEncoded({
      description: "Expected version of the draft; the request is refused if the current version differs"
    })
  )
}).pipe(HttpApiSchema.asMultipart(limits))

/** The featured image of a page (DOMAIN 8). */
export class PageImagesGroup extends HttpApiGroup.make("pageImages")
  .add(
    write.post("uploadFeaturedImage", "/pages/:pageGroupId/featured-image", {
      scopes: ["partner:pages:manage"],
      preview: true,
      params: { pageGroupId: PathText.pipe(Schema.annotateEncoded({ description: "Id of the page" })) },
      payload: ImageForm,
      success: UploadedImageView,
      errors: [
        insufficientReach,
        partnerFailure(DraftRequired),
        partnerFailure(StaleVersion),
        partnerFailure(ImageTypeUnsupported),
        partnerFailure(FieldInvalid)
      ],
      summary: "Upload the featured image of a draft",
      description: [
        "Accepts a JPEG, PNG or WebP of at most 10 MiB and 50 megapixels; the format is detected from the content, not",
        "the file name or content type. The image is rotated upright, stripped of metadata, and served as WebP and",
        "AVIF in up to three widths. The published version keeps its image until the draft is published. The same form",
        "with the same Idempotency-Key is treated as the same request."
      ].join(" ")
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "Page images", description: "Images of landing pages" })) {}
