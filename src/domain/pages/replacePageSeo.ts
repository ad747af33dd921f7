import { Effect } from "effect"
import { changeDraft } from "./changeDraft.ts"
import type { PageSeo } from "./PageContent.ts"

/** Replaces the search settings of a draft: what the request does not say is gone (PAR-076). */
export const replacePageSeo = Effect.fnUntraced(function* (
  pageGroupId: string,
  wanted: PageSeo,
  expectedVersion: number | undefined
) {
  const { number, seo } = yield* changeDraft(pageGroupId, expectedVersion, () => Effect.succeed({ seo: wanted }))
  return { version: number, seo }
})
