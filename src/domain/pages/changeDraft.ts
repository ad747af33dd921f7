import { DateTime, Effect } from "effect"
import { changedFields } from "../shared/changedFields.ts"
import { StaleVersion } from "../shared/ResourceConflicts.ts"
import { lockPage, savePage } from "./lockPage.ts"
import { DraftRequired } from "./PageErrors.ts"
import type { PageVersionRow } from "./PageGroup.ts"
import { type DraftChange, type PageRecord, Pages } from "./Pages.ts"

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
  const changed = changedFields<DraftChange>(draft, change)
  if (changed === undefined) return draft
  const number = group.lastVersion + 1
  const updatedAt = yield* DateTime.now
  yield* Pages.use(({ updateDraft }) => updateDraft(draft, { ...changed.after, number, updatedAt }))
  // What a page says is in its versions: the log says which of it changed, by whom.
  yield* Effect.orDie(
    savePage(
      group,
      { lastVersion: number },
      {
        action: "page.draft_changed",
        before: { version: draft.number },
        after: { version: number, changed: Object.keys(changed.after) }
      }
    )
  )
  return { ...draft, ...changed.after, number, updatedAt }
})
