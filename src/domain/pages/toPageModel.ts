import type { PageBlock } from "./PageBlock.ts"
import type { PageVersionRow } from "./PageGroup.ts"
import type { PageModel, ShownBlock } from "./PageModel.ts"
import type { PageSurroundings } from "./PageSources.ts"

/** The ids that the blocks of a page name, each once. */
export const namedIds = (blocks: ReadonlyArray<PageBlock>) => ({
  offerIds: [...new Set(blocks.flatMap((block) => (block.type === "offers" ? block.offerIds : [])))],
  benefitIds: [...new Set(blocks.flatMap((block) => (block.type === "perks" ? block.benefitIds : [])))]
})

const headed = (block: { readonly heading?: string }) => (block.heading === undefined ? {} : { heading: block.heading })

/** The block with live data in place of ids; nothing if it has nothing left to show. */
const shown =
  ({ offers, perks, venue }: PageSurroundings) =>
  (block: PageBlock): ReadonlyArray<ShownBlock> => {
    if (block.type === "offers") {
      const found = block.offerIds.flatMap((id) => offers.find(({ offerId }) => offerId === id) ?? [])
      return found.length === 0 ? [] : [{ type: "offers", ...headed(block), offers: found }]
    }
    if (block.type === "perks") {
      const found = block.benefitIds.flatMap((id) => perks.find(({ benefitId }) => benefitId === id) ?? [])
      return found.length === 0 ? [] : [{ type: "perks", ...headed(block), perks: found }]
    }
    return block.type === "map" && venue === null ? [] : [block]
  }

/** What a version shows among its surroundings (PAR-075). */
export const toPageModel = (version: PageVersionRow, surroundings: PageSurroundings): PageModel => ({
  organization: surroundings.organization,
  hostname: surroundings.hostname,
  version: version.number,
  title: version.title,
  headline: version.headline,
  body: version.body,
  slug: version.slug,
  locale: version.locale,
  blocks: version.blocks.flatMap(shown(surroundings)),
  featuredImage: version.featuredImage,
  seo: version.seo,
  theme: version.theme,
  memberGate: version.memberGate,
  venue: surroundings.venue
})
