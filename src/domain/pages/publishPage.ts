import { DateTime, Effect } from "effect"
import { auditPage, lockDraft } from "./lockPage.ts"
import { PageChanges } from "./PageChanges.ts"
import { Pages } from "./Pages.ts"
import { getPage } from "./readPages.ts"

/** Publishes the draft (PAR-087). */
export const publishPage = Effect.fnUntraced(function* (pageGroupId: string) {
  const { draft, group, published } = yield* lockDraft(pageGroupId)
  const at = yield* DateTime.now
  yield* Pages.use((pages) => pages.publish(group, draft, at))
  yield* PageChanges.use((changes) => changes.publish(group))
  yield* auditPage(group, {
    action: "page.published",
    before: { status: group.status, version: published?.number ?? null },
    after: { status: "published", version: draft.number }
  })
  return yield* getPage(pageGroupId)
})
