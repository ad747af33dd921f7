import { Context, type Effect } from "effect"
import type { ImageUnreadable } from "./ImageErrors.ts"
import type { ImageSize } from "./imageSize.ts"
import type { ImageFormat } from "./PageImage.ts"

/** One encoding of an image. */
export interface ImageVariant extends ImageSize {
  readonly format: ImageFormat
  readonly bytes: Uint8Array
}

/** Makes of an uploaded image what is served. */
export class Images extends Context.Service<
  Images,
  {
    /**
     * Decodes an image that `judgeImage` has let pass, turns it upright, and encodes it in each width and format, without
     * any metadata of the original. One at a time in this process, so that it takes one processor and the memory of one
     * image; a few others wait, and `read` brings the bytes only when it is their turn. Dies with `QueueFull` if as many
     * wait as may.
     */
    readonly encode: (read: Effect.Effect<Uint8Array>) => Effect.Effect<ReadonlyArray<ImageVariant>, ImageUnreadable>
    /** Dies with `QueueFull` if another image would be refused at this moment, so that nobody sends one in vain. */
    readonly admit: Effect.Effect<void>
  }
>()("hub/domain/images/Images") {}
