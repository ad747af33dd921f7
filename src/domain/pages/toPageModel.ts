import type { PageBlock } from "./PageBlock.ts"
import type { DraftContent, PageVersion } from "./PageGroup.ts"
import type { PageModel, ResolvedBlock } from "./PageModel.ts"
import type { PageSurroundings } from "./PageSources.ts"

/** The distinct ids that the blocks of a page refer to. */
export const referencedIds = (blocks: ReadonlyArray<PageBlock>) => ({
  offerIds: [...new Set(blocks.flatMap((block) => (block.type === "offers" ? block.offerIds : [])))],
  benefitIds: [...new Set(blocks.flatMap((block) => (block.type === "perks" ? block.benefitIds : [])))]
})

const headingOf = (block: { readonly heading?: string }) =>
  block.heading === undefined ? {} : { heading: block.heading }

/** The block with live data in place of ids; none if it has nothing left to show. */
const resolve =
  ({ offers, perks, venue }: PageSurroundings) =>
  (block: PageBlock): ReadonlyArray<ResolvedBlock> => {
    if (block.type === "offers") {
      const available = block.offerIds.flatMap((id) => offers.find(({ offerId }) => offerId === id) ?? [])
      return available.length === 0 ? [] : [{ type: "offers", ...headingOf(block), offers: available }]
    }
    if (block.type === "perks") {
      const available = block.benefitIds.flatMap((id) => perks.find(({ benefitId }) => benefitId === id) ?? [])
      return available.length === 0 ? [] : [{ type: "perks", ...headingOf(block), perks: available }]
    }
    return block.type === "map" && venue === null ? [] : [block]
  }

/** The content of a version, with its number. */
export type NumberedContent = DraftContent & Pick<PageVersion, "number">

/** The model of a version with its live data (PAR-075). */
export const toPageModel = (version: NumberedContent, surroundings: PageSurroundings): PageModel => ({
  organization: surroundings.organization,
  hostname: surroundings.hostname,
  version: version.number,
  title: version.title,
  headline: version.headline,
  body: version.body,
  slug: version.slug,
  locale: version.locale,
  blocks: version.blocks.flatMap(resolve(surroundings)),
  featuredImage: version.featuredImage,
  seo: version.seo,
  theme: version.theme,
  memberGate: version.memberGate,
  venue: surroundings.venue
})
