import { type DateTime, Effect } from "effect"
import { Blobs } from "../blobs/Blobs.ts"
import { atomically } from "../shared/atomically.ts"
import { imageKeys } from "./PageImage.ts"
import { PageImages } from "./PageImages.ts"

/**
 * Removes images from before `instant` that no version of a page uses, draft or published, with their bytes, in one
 * transaction. Possibly in batches; returns how many images this call removed.
 */
export const removeUnusedImages = Effect.fn("removeUnusedImages")(function* (instant: DateTime.Utc) {
  const images = yield* PageImages
  const blobs = yield* Blobs
  const unused = yield* images.removeUnused(instant)
  yield* blobs.remove(unused.flatMap(imageKeys))
  return unused.length
}, atomically)
