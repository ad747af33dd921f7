import { DateTime, Effect } from "effect"
import { StateConflict } from "../shared/ResourceConflicts.ts"
import { plainTheme } from "../themes/Theme.ts"
import { lockPage, savePage, showPage } from "./lockPage.ts"
import { DraftRequired } from "./PageErrors.ts"
import type { PageGroupRow, PageVersionRow } from "./PageGroup.ts"
import { Pages } from "./Pages.ts"
import { slugOf } from "./slugOf.ts"

/** What the first draft of a page says: nothing yet. */
const emptyDraft = ({ name, xid }: PageGroupRow) => ({
  title: name,
  headline: null,
  body: "",
  blocks: [],
  slug: slugOf(name, xid),
  locale: "en",
  featuredImage: null,
  seo: { title: null, description: null, canonicalUrl: null, robots: "index,follow", ogImageUrl: null },
  theme: plainTheme,
  memberGate: { enabled: false, programId: null }
})

const contentOf = ({
  createdAt: _,
  id: __,
  number: ___,
  organizationId: ____,
  pageGroupId: _____,
  publishedAt: ______,
  updatedAt: _______,
  ...content
}: PageVersionRow) => content

/** Opens a draft: a copy of the version published last, or an empty one. The draft that there is stays (PAR-085). */
export const editPage = Effect.fnUntraced(function* (pageGroupId: string) {
  const { draft, group, published } = yield* lockPage(pageGroupId)
  if (draft === null) {
    const number = group.lastVersion + 1
    const now = yield* DateTime.now
    yield* Pages.use(({ insertDraft }) =>
      insertDraft({
        ...(published === null ? emptyDraft(group) : contentOf(published)),
        organizationId: group.organizationId,
        pageGroupId: group.id,
        number,
        createdAt: now,
        updatedAt: now,
        publishedAt: null
      })
    )
    yield* Effect.orDie(
      savePage(
        group,
        { lastVersion: number },
        { action: "page.draft_opened", before: null, after: { version: number, from: published?.number ?? null } }
      )
    )
  }
  return yield* showPage(pageGroupId)
})

/** Throws the draft away; what is published stays as it is (PAR-086). */
export const discardDraft = Effect.fnUntraced(function* (pageGroupId: string) {
  const { draft, group } = yield* lockPage(pageGroupId)
  if (draft === null) return yield* new DraftRequired()
  yield* Pages.use(({ removeDraft }) => removeDraft(draft))
  yield* Effect.orDie(
    savePage(group, {}, { action: "page.draft_discarded", before: { version: draft.number }, after: null })
  )
  return yield* showPage(pageGroupId)
})

/** Makes the draft the version that guests see (PAR-087). */
export const publishPage = Effect.fnUntraced(function* (pageGroupId: string) {
  const { draft, group, published } = yield* lockPage(pageGroupId)
  if (draft === null) return yield* new DraftRequired()
  const publishedAt = yield* Effect.catchTag(
    savePage(
      group,
      { status: "published", publishedSlug: draft.slug },
      {
        action: "page.published",
        before: { status: group.status, version: published?.number ?? null },
        after: { status: "published", version: draft.number }
      }
    ),
    "CustomDomainInUse",
    Effect.die
  )
  yield* Pages.use(({ updateDraft }) => updateDraft(draft, { publishedAt }))
  return yield* showPage(pageGroupId)
})

/** Takes a published page offline; an open draft stays (PAR-088). */
export const unpublishPage = Effect.fnUntraced(function* (pageGroupId: string) {
  const { group } = yield* lockPage(pageGroupId)
  if (group.status !== "published") return yield* new StateConflict({ currentStatus: group.status })
  yield* Effect.orDie(
    savePage(
      group,
      { status: "offline", publishedSlug: null },
      { action: "page.unpublished", before: { status: group.status }, after: { status: "offline" } }
    )
  )
  return yield* showPage(pageGroupId)
})
