import { DateTime, Effect } from "effect"
import { changedFields } from "../shared/changedFields.ts"
import { StaleVersion } from "../shared/ResourceConflicts.ts"
import { auditPage, lockPage } from "./lockPage.ts"
import { DraftRequired } from "./PageErrors.ts"
import type { DraftContent, PageVersion } from "./PageGroup.ts"
import { type PageRecord, Pages } from "./Pages.ts"

/** New content of a draft; absent fields stay. */
export type DraftChange = { readonly [Field in keyof DraftContent]?: DraftContent[Field] | undefined }

/**
 * Changes the draft of a page, never the published version (PAR-081). `changeOf` computes the change and fails for
 * unknown ids, which are reported before the state of the page (PAR-140); its draft is null if that state refuses every
 * change. The draft's version advances unless nothing differs. Returns the resulting draft.
 */
export const changeDraft = Effect.fnUntraced(function* <E, R>(
  pageGroupId: string,
  expectedVersion: number | undefined,
  changeOf: (page: PageRecord, draft: PageVersion | null) => Effect.Effect<DraftChange, E, R>
) {
  const page = yield* lockPage(pageGroupId)
  const { draft, group } = page
  const isExpected = expectedVersion === undefined || expectedVersion === draft?.number
  const change = yield* changeOf(page, isExpected ? draft : null)
  if (draft === null) return yield* new DraftRequired()
  if (!isExpected) return yield* new StaleVersion({ currentVersion: draft.number })
  const changed = changedFields<DraftContent>(draft, change)
  if (changed === undefined) return draft
  const pages = yield* Pages
  const number = group.lastVersion + 1
  const updatedAt = yield* DateTime.now
  yield* pages.updateDraft(draft, { ...changed.after, number, updatedAt })
  yield* pages.update(group, { lastVersion: number, updatedAt })
  // The content is in the versions: the log records only which fields changed, and who changed them.
  yield* auditPage(group, {
    action: "page.draft_changed",
    before: { version: draft.number },
    after: { version: number, changed: Object.keys(changed.after) }
  })
  return { ...draft, ...changed.after, number, updatedAt: DateTime.formatIso(updatedAt) }
})
