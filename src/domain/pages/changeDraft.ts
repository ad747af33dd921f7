import { DateTime, Effect } from "effect"
import { changedFields } from "../shared/changedFields.ts"
import { StaleVersion } from "../shared/ResourceConflicts.ts"
import { auditPage, lockPage } from "./lockPage.ts"
import { DraftRequired } from "./PageErrors.ts"
import type { PageVersionRow } from "./PageGroup.ts"
import { type DraftContent, type PageRecord, Pages } from "./Pages.ts"

/** New content of a draft; an absent field stays. */
export type DraftChange = { readonly [Field in keyof DraftContent]?: DraftContent[Field] | undefined }

/**
 * Changes the draft of a page, and never the published version (PAR-081). `changeOf` says what changes, and fails for ids
 * that are not there, which is told before the page's state (PAR-140). The draft's version advances, unless the change
 * says what the draft says already. Answers the draft as it is then.
 */
export const changeDraft = Effect.fnUntraced(function* <E, R>(
  pageGroupId: string,
  expectedVersion: number | undefined,
  changeOf: (page: PageRecord, draft: PageVersionRow | null) => Effect.Effect<DraftChange, E, R>
) {
  const page = yield* lockPage(pageGroupId)
  const { draft, group } = page
  const change = yield* changeOf(page, draft)
  if (draft === null) return yield* new DraftRequired()
  if (expectedVersion !== undefined && expectedVersion !== draft.number) {
    return yield* new StaleVersion({ currentVersion: draft.number })
  }
  const changed = changedFields<DraftContent>(draft, change)
  if (changed === undefined) return draft
  const pages = yield* Pages
  const number = group.lastVersion + 1
  const updatedAt = yield* DateTime.now
  yield* pages.updateDraft(draft, { ...changed.after, number, updatedAt })
  yield* pages.update(group, { lastVersion: number, updatedAt })
  // What a page says is in its versions: the log says which part of it changed, and by whom.
  yield* auditPage(group, {
    action: "page.draft_changed",
    before: { version: draft.number },
    after: { version: number, changed: Object.keys(changed.after) }
  })
  return { ...draft, ...changed.after, number, updatedAt }
})
