import { Context, type DateTime, type Effect } from "effect"
import type { PageImageRow } from "./PageImage.ts"

/** The images of pages, apart from their bytes (DOMAIN 8). */
export class PageImages extends Context.Service<
  PageImages,
  {
    readonly insert: (image: PageImageRow) => Effect.Effect<void>
    /**
     * Removes images from before `instant` that no version of a page shows, and answers them. A store may need several
     * calls.
     */
    readonly removeUnused: (instant: DateTime.Utc) => Effect.Effect<ReadonlyArray<Pick<PageImageRow, "id" | "widths">>>
  }
>()("hub/domain/images/PageImages") {}
