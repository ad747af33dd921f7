import { Schema, SchemaTransformation } from "effect"
import { Multipart } from "effect/http"
import { HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { InsufficientReach } from "../../domain/access/InsufficientReach.ts"
import { ImageTypeUnsupported } from "../../domain/images/ImageErrors.ts"
import { DraftRequired } from "../../domain/pages/PageErrors.ts"
import { UploadedImageView } from "../../domain/pages/UploadedImage.ts"
import { characters } from "../../domain/shared/characters.ts"
import { FieldInvalid } from "../../domain/shared/FieldInvalid.ts"
import { StaleVersion } from "../../domain/shared/ResourceConflicts.ts"
import { PathText } from "../surface/PathText.ts"
import { partnerFailure } from "./partnerFailure.ts"
import { write } from "./verbs.ts"

/** PAR-083. */
const limits = {
  maxFileSize: "10 MiB",
  maxTotalSize: 10 * 1024 * 1024 + 64 * 1024,
  maxFieldSize: "8 KiB",
  maxParts: 16
} as const

const altPattern = /^[^\p{Cc}\u2028\u2029]*$/u

const versionPattern = /^[1-9]\d{0,9}$/

/** A version as the text of a form's field. */
const VersionText = Schema.String.check(
  Schema.isPattern(versionPattern, {
    expected: "a whole number",
    toJsonSchema: () => ({ pattern: versionPattern.source, maxLength: 10 })
  })
).pipe(
  Schema.decodeTo(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_147_483_647 })),
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
    description: "What the image shows, for those who do not see it; empty for decoration, and unless sent"
  }),
  expectedVersion: Schema.optionalKey(VersionText).pipe(
    Schema.annotateEncoded({
      description: "The version of the draft that the change is made to: with another current one it is refused"
    })
  )
}).pipe(HttpApiSchema.asMultipart(limits))

/** The image at the top of a page (DOMAIN 8). */
export class PageImagesGroup extends HttpApiGroup.make("pageImages")
  .add(
    write.post("uploadFeaturedImage", "/pages/:pageGroupId/featured-image", {
      scopes: ["partner:pages:manage"],
      preview: true,
      params: { pageGroupId: PathText.pipe(Schema.annotateEncoded({ description: "Id of the page" })) },
      payload: ImageForm,
      success: UploadedImageView,
      errors: [
        partnerFailure(InsufficientReach),
        partnerFailure(DraftRequired),
        partnerFailure(StaleVersion),
        partnerFailure(ImageTypeUnsupported),
        partnerFailure(FieldInvalid)
      ],
      summary: "Upload the featured image of a draft",
      description: [
        "A JPEG, PNG or WebP of at most 10 MiB and 50 megapixels, by its bytes, whatever its name and type say.",
        "It is turned upright, freed of what its file says besides, and served as WebP and AVIF in up to three widths.",
        "The published version keeps its own until the draft is published. The same form under the same key is the same",
        "request."
      ].join(" ")
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "Page images", description: "Images of landing pages" })) {}
