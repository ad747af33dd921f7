import { DateTime, Effect } from "effect"
import { StateConflict } from "../shared/ResourceConflicts.ts"
import { auditPage, lockPage } from "./lockPage.ts"
import { PageChanges } from "./PageChanges.ts"
import { Pages } from "./Pages.ts"
import { getPage } from "./readPages.ts"

/** Takes a published page offline; an open draft stays (PAR-088). */
export const unpublishPage = Effect.fnUntraced(function* (pageGroupId: string) {
  const { group } = yield* lockPage(pageGroupId)
  if (group.status !== "published") return yield* new StateConflict({ currentStatus: group.status })
  const updatedAt = yield* DateTime.now
  yield* Pages.use(({ update }) => update(group, { status: "offline", publishedSlug: null, updatedAt }))
  yield* PageChanges.use((changes) => changes.publish(group))
  yield* auditPage(group, {
    action: "page.unpublished",
    before: { status: group.status },
    after: { status: "offline" }
  })
  return yield* getPage(pageGroupId)
})
