import { DateTime, Effect } from "effect"
import { auditPage, lockDraft } from "./lockPage.ts"
import { Pages } from "./Pages.ts"
import { getPage } from "./readPages.ts"

/** Discards the draft; the published version is unaffected (PAR-086). */
export const discardDraft = Effect.fnUntraced(function* (pageGroupId: string) {
  const { draft, group } = yield* lockDraft(pageGroupId)
  const pages = yield* Pages
  yield* pages.removeDraft(draft)
  yield* pages.update(group, { updatedAt: yield* DateTime.now })
  yield* auditPage(group, { action: "page.draft_discarded", before: { version: draft.number }, after: null })
  return yield* getPage(pageGroupId)
})
