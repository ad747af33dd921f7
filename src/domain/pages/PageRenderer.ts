import { Context } from "effect"
import type { PageModel } from "./PageModel.ts"

/** A whole HTML document, and the `Content-Security-Policy` that it obeys: its one style by hash, and no script. */
export interface RenderedPage {
  readonly html: string
  readonly policy: string
}

/** Why there is a page of ours in place of one of an organization. */
export type PageNotice = "missing" | "gone" | "unavailable" | "limited" | "wrongMethod" | "broken"

/** Who stands at the door of a page for members: nobody known, or a member of another program. */
export type PageDoor = "unknown" | "stranger"

/** Makes pages, the same for a preview and for guests. All text of organizations is escaped (PAR-075). */
export class PageRenderer extends Context.Service<
  PageRenderer,
  {
    readonly page: (model: PageModel) => RenderedPage
    /** In place of a page for members: it says whose page it is, and nothing of what it says. */
    readonly door: (model: PageModel, door: PageDoor) => RenderedPage
    readonly notice: (notice: PageNotice) => RenderedPage
  }
>()("hub/domain/pages/PageRenderer") {}
