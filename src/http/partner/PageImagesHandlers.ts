import { Effect } from "effect"
import { Images } from "../../domain/images/Images.ts"
import { encodeFeaturedImage, uploadFeaturedImage } from "../../domain/pages/uploadFeaturedImage.ts"
import { filePartBytes } from "../surface/filePartBytes.ts"
import { handlersOf } from "../surface/handlers.ts"
import { hasStoredResponse } from "../surface/writes.ts"
import { PartnerApi } from "./PartnerApi.ts"
import { partnerWrites } from "./partnerWrites.ts"

/**
 * Refuses an upload before its bytes are read if the queue of the decoder is full, except one that may be a replay,
 * which decodes nothing.
 */
const admit = Effect.flatMap(hasStoredResponse(partnerWrites), (isReplay) =>
  isReplay ? Effect.void : Images.use((images) => images.admit)
)

export const PageImagesHandlers = handlersOf(
  PartnerApi,
  "pageImages"
)({
  uploadFeaturedImage: {
    admit,
    staged: Effect.fnUntraced(function* (
      { params: { pageGroupId }, payload: { alt = "", expectedVersion, file } },
      once
    ) {
      const upload = { read: filePartBytes(file), alt, expectedVersion }
      // Encoding is slow, so it runs after the key check, which lets a replay skip it, and before the transaction.
      const variants = yield* Effect.cached(encodeFeaturedImage(pageGroupId, upload))
      return yield* once(
        Effect.flatMap(variants, (encoded) => uploadFeaturedImage(pageGroupId, upload, encoded)),
        { ahead: variants }
      )
    })
  }
})
