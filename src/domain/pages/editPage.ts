import { DateTime, Effect, Struct } from "effect"
import { defaultTheme } from "../themes/Theme.ts"
import { auditPage, lockPage } from "./lockPage.ts"
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
