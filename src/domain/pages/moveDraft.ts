import { DateTime, Effect, Struct } from "effect"
import { StateConflict } from "../shared/ResourceConflicts.ts"
import { defaultTheme } from "../themes/Theme.ts"
import { auditPage, lockPage } from "./lockPage.ts"
import { PageChanges } from "./PageChanges.ts"
import { DraftRequired } from "./PageErrors.ts"
import { type DraftContent, draftFields, type PageGroup, type PageVersion } from "./PageGroup.ts"
import { Pages } from "./Pages.ts"
import { getPage } from "./readPages.ts"
import { slugOf } from "./slugOf.ts"

/** The first draft of a page. */
const emptyDraft = ({ name, xid }: PageGroup): DraftContent => ({
  title: name,
  headline: null,
  body: "",
  blocks: [],
  slug: slugOf(name, xid),
  locale: "en",
  featuredImage: null,
  seo: { title: null, description: null, canonicalUrl: null, robots: "index,follow", ogImageUrl: null },
  theme: defaultTheme,
  memberGate: { enabled: false, programId: null }
})

const contentOf = (row: PageVersion): DraftContent => Struct.pick(row, Struct.keys(draftFields))

/** Opens a draft: a copy of the latest published version, or an empty one. An existing draft stays (PAR-085). */
export const editPage = Effect.fnUntraced(function* (pageGroupId: string) {
  const { draft, group, published } = yield* lockPage(pageGroupId)
  if (draft === null) {
    const pages = yield* Pages
    const number = group.lastVersion + 1
    const now = yield* DateTime.now
    yield* pages.insertDraft({
      ...(published === null ? emptyDraft(group) : contentOf(published)),
      organizationId: group.organizationId,
      pageGroupId: group.id,
      number,
      createdAt: now,
      updatedAt: now,
      publishedAt: null
    })
    yield* pages.update(group, { lastVersion: number, updatedAt: now })
    yield* auditPage(group, {
      action: "page.draft_opened",
      before: null,
      after: { version: number, from: published?.number ?? null }
    })
  }
  return yield* getPage(pageGroupId)
})

/** Locks a page that must have a draft. */
const lockDraft = Effect.fnUntraced(function* (pageGroupId: string) {
  const { draft, ...page } = yield* lockPage(pageGroupId)
  return draft === null ? yield* new DraftRequired() : { ...page, draft }
})

/** Discards the draft; the published version is unaffected (PAR-086). */
export const discardDraft = Effect.fnUntraced(function* (pageGroupId: string) {
  const { draft, group } = yield* lockDraft(pageGroupId)
  const pages = yield* Pages
  yield* pages.removeDraft(draft)
  yield* pages.update(group, { updatedAt: yield* DateTime.now })
  yield* auditPage(group, { action: "page.draft_discarded", before: { version: draft.number }, after: null })
  return yield* getPage(pageGroupId)
})

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
