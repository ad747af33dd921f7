import { Effect } from "effect"
import { changeDraft } from "./changeDraft.ts"
import type { PageSeo } from "./PageContent.ts"

/** Search settings; absent ones get their default or null. */
export type NewPageSeo = Pick<PageSeo, "title"> & { readonly [Field in keyof PageSeo]?: PageSeo[Field] | undefined }

/** Replaces the search settings of a draft as a whole: absent settings are reset (PAR-076). */
export const replacePageSeo = Effect.fnUntraced(function* (
  pageGroupId: string,
  { canonicalUrl = null, description = null, ogImageUrl = null, robots = "index,follow", title }: NewPageSeo,
  expectedVersion: number | undefined
) {
  const { number, seo } = yield* changeDraft(pageGroupId, expectedVersion, () =>
    Effect.succeed({ seo: { title, description, canonicalUrl, robots, ogImageUrl } })
  )
  return { version: number, seo }
})
