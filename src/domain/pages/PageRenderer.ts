import { Context } from "effect"
import type { PageModel } from "./PageModel.ts"

/** A complete HTML document and its `Content-Security-Policy`: one style allowed by hash, no scripts. */
export interface RenderedPage {
  readonly html: string
  readonly policy: string
}

/** The reason for a page of the service in place of an organization's page. */
export type PageNotice = "missing" | "gone" | "unavailable" | "limited" | "wrongMethod" | "broken"

/** Why a member gate stops a visitor: without a member token, or not enrolled in the program. */
export type GateRefusal = "unauthenticated" | "notEnrolled"

/** Renders pages, identically for previews and for guests. All text of organizations is escaped (PAR-075). */
export class PageRenderer extends Context.Service<
  PageRenderer,
  {
    readonly page: (model: PageModel) => RenderedPage
    /** The gate shown in place of a members-only page: names its organization and reveals nothing of its content. */
    readonly gate: (model: PageModel, refusal: GateRefusal) => RenderedPage
    readonly notice: (notice: PageNotice) => RenderedPage
  }
>()("hub/domain/pages/PageRenderer") {}
