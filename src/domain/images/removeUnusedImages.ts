import { type DateTime, Effect } from "effect"
import { Blobs } from "../blobs/Blobs.ts"
import { atomically } from "../shared/atomically.ts"
import { imageKeys } from "./PageImage.ts"
import { PageImages } from "./PageImages.ts"

/**
 * Removes images from before `instant` that no version of a page shows, draft or published, with their bytes, in one
 * transaction. May need several calls; answers how many images this one removed.
 */
export const removeUnusedImages = Effect.fn("removeUnusedImages")(function* (instant: DateTime.Utc) {
  const images = yield* PageImages
  const blobs = yield* Blobs
  const unused = yield* images.removeUnused(instant)
  yield* blobs.remove(unused.flatMap(imageKeys))
  return unused.length
}, atomically)
