import { Context, type DateTime, type Effect, type Option, Schema } from "effect"
import type { MemberId } from "../members/Member.ts"
import { Organization, OrganizationId } from "../organizations/Organization.ts"
import { VenueId } from "../properties/Property.ts"
import { RowId } from "../shared/Scalars.ts"
import { PageGroupRowId, PageStatus, type PageVersionRow } from "./PageGroup.ts"
import { PageOffer, PagePerk, PageVenue } from "./PageModel.ts"

/** Where guests find a page. A hostname is in lower case, without port and trailing dot. */
export type PageAddress =
  | { readonly by: "path"; readonly organizationSlug: string; readonly slug: string }
  | { readonly by: "hostname"; readonly hostname: string }

/** What is at an address: `versionId` is the version published last. `offline` if that is no longer shown. */
export const PageStanding = Schema.Struct({
  organizationId: OrganizationId,
  pageGroupId: PageGroupRowId,
  propertyId: Schema.NullOr(VenueId),
  status: PageStatus,
  versionId: RowId
})
export interface PageStanding extends Schema.Schema.Type<typeof PageStanding> {}

/** What surrounds the content of a page, as it is now: by id, without what is gone. */
export const PageSurroundings = Schema.Struct({
  organization: Schema.Struct({ name: Organization.fields.name, slug: Organization.fields.slug }),
  /** The page's own hostname while it is verified. */
  hostname: Schema.NullOr(Schema.String),
  venue: Schema.NullOr(PageVenue),
  offers: Schema.Array(PageOffer),
  perks: Schema.Array(PagePerk)
})
export interface PageSurroundings extends Schema.Schema.Type<typeof PageSurroundings> {}

type Key = Pick<PageStanding, "organizationId" | "pageGroupId">

/** Whose surroundings are meant, and the ids that its blocks name. */
export interface SurroundingsQuery extends Key, Pick<PageStanding, "propertyId"> {
  readonly offerIds: ReadonlyArray<string>
  readonly benefitIds: ReadonlyArray<string>
  readonly now: DateTime.Utc
}

/** Who wants to pass a member gate; `programId` is the external id of a program, null for any of the organization. */
export interface GateQuery {
  readonly organizationId: OrganizationId
  readonly programId: string | null
  readonly memberId: MemberId
}

/** What pages are made of, as guests see them. Each method is one statement, a miss by path a second one. */
export class PageSources extends Context.Service<
  PageSources,
  {
    /**
     * The page that is or was published at an address, of an active organization. A published page comes before one
     * that is offline; of several offline ones, the one published last. A hostname must be verified (DOMAIN 8.2).
     */
    readonly find: (address: PageAddress) => Effect.Effect<Option.Option<PageStanding>>
    /** The organization that a verified hostname belongs to, whether a page uses it or not (DOMAIN 8.2). */
    readonly findOwner: (hostname: string) => Effect.Effect<Option.Option<OrganizationId>>
    readonly findVersion: (key: Key & { readonly versionId: number }) => Effect.Effect<Option.Option<PageVersionRow>>
    /**
     * Offers of the organization that are published and not over, benefits that are neither archived nor disabled, nor
     * removed by the venue's override, and the venue unless it is hidden.
     */
    readonly getSurroundings: (query: SurroundingsQuery) => Effect.Effect<PageSurroundings>
    /** Whether the member is actively enrolled there. */
    readonly isEnrolled: (query: GateQuery) => Effect.Effect<boolean>
  }
>()("hub/domain/pages/PageSources") {}
