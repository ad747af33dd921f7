import { Context, type Effect } from "effect"
import type { ImageUnreadable } from "./ImageErrors.ts"
import type { ImageSize } from "./imageSize.ts"
import type { ImageFormat } from "./PageImage.ts"

/** One encoding of an image. */
export interface ImageVariant extends ImageSize {
  readonly format: ImageFormat
  readonly bytes: Uint8Array
}

/** Encodes uploaded images for serving. */
export class Images extends Context.Service<
  Images,
  {
    /**
     * Decodes an image that passed `inspectImage`, applies its orientation, and encodes it in each width and format,
     * without the original's metadata. One at a time per process, which limits it to one CPU and the memory of one
     * image; a few others queue, and `read` loads the bytes only when it is their turn. Dies with `QueueFull` if the
     * queue is full, and with `DecodingStarved` if a busy processor left too little time.
     */
    readonly encode: (read: Effect.Effect<Uint8Array>) => Effect.Effect<ReadonlyArray<ImageVariant>, ImageUnreadable>
    /** Dies with `QueueFull` if the queue is full now, so that clients need not upload in vain. */
    readonly admit: Effect.Effect<void>
  }
>()("hub/domain/images/Images") {}
