import { DateTime, Effect } from "effect"
import type { PageGroupRow } from "./PageGroup.ts"
import { type NumberedContent, referencedIds, toPageModel } from "./toPageModel.ts"
import { PageRenderer } from "./PageRenderer.ts"
import { PageSources } from "./PageSources.ts"

/** The current model of a page version, draft or not, and its HTML (PAR-075). */
export const renderPage = Effect.fn("renderPage")(function* (
  { id, organizationId, propertyId }: Pick<PageGroupRow, "id" | "organizationId" | "propertyId">,
  version: NumberedContent
) {
  const sources = yield* PageSources
  const renderer = yield* PageRenderer
  const surroundings = yield* sources.getSurroundings({
    organizationId,
    pageGroupId: id,
    propertyId,
    ...referencedIds(version.blocks),
    now: yield* DateTime.now
  })
  const model = toPageModel(version, surroundings)
  return { html: renderer.page(model).html, model }
})
