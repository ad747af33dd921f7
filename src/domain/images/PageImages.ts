import { Context, type DateTime, type Effect } from "effect"
import type { PageImage } from "./PageImage.ts"

/** The metadata of page images (DOMAIN 8). */
export class PageImages extends Context.Service<
  PageImages,
  {
    readonly insert: (image: PageImage) => Effect.Effect<void>
    /** Removes images from before `instant` that no version of a page uses, possibly in batches, and returns them. */
    readonly removeUnused: (instant: DateTime.Utc) => Effect.Effect<ReadonlyArray<Pick<PageImage, "id" | "widths">>>
  }
>()("hub/domain/images/PageImages") {}
