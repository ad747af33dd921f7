import { Context, type DateTime, type Effect, type Option, Schema } from "effect"
import type { MemberId } from "../members/Member.ts"
import { Organization, OrganizationId } from "../organizations/Organization.ts"
import { VenueId } from "../properties/Property.ts"
import { RowId } from "../shared/Scalars.ts"
import { PageGroupRowId, PageStatus, type PageVersionRow } from "./PageGroup.ts"
import { PageOffer, PagePerk, PageVenue } from "./PageModel.ts"

/** The public address of a page. A hostname is in lower case, without port and trailing dot. */
export type PageAddress =
  | { readonly by: "path"; readonly organizationSlug: string; readonly slug: string }
  | { readonly by: "hostname"; readonly hostname: string }

/**
 * The page at an address. `versionId` is the latest published version; the status is `offline` if it is no longer
 * shown.
 */
export const LocatedPage = Schema.Struct({
  organizationId: OrganizationId,
  pageGroupId: PageGroupRowId,
  propertyId: Schema.NullOr(VenueId),
  status: PageStatus,
  versionId: RowId
})
export interface LocatedPage extends Schema.Schema.Type<typeof LocatedPage> {}

/** The live data around the content of a page, without missing items. */
export const PageSurroundings = Schema.Struct({
  organization: Schema.Struct({ name: Organization.fields.name, slug: Organization.fields.slug }),
  /** The page's own hostname; null unless verified. */
  hostname: Schema.NullOr(Schema.String),
  venue: Schema.NullOr(PageVenue),
  offers: Schema.Array(PageOffer),
  perks: Schema.Array(PagePerk)
})
export interface PageSurroundings extends Schema.Schema.Type<typeof PageSurroundings> {}

type Key = Pick<LocatedPage, "organizationId" | "pageGroupId">

/** The page, and the ids that its blocks refer to. */
export interface SurroundingsQuery extends Key, Pick<LocatedPage, "propertyId"> {
  readonly offerIds: ReadonlyArray<string>
  readonly benefitIds: ReadonlyArray<string>
  readonly now: DateTime.Utc
}

/** A member at a gate; `programId` is the external id of the required program, null for any of the organization. */
export interface GateQuery {
  readonly organizationId: OrganizationId
  readonly programId: string | null
  readonly memberId: MemberId
}

/** The data of pages as guests see them. Each method is one statement; a miss by path takes a second one. */
export class PageSources extends Context.Service<
  PageSources,
  {
    /**
     * The page that is or was published at an address, of an active organization. A published page takes precedence
     * over offline ones, among which the latest published is used. A hostname must be verified (DOMAIN 8.2).
     */
    readonly find: (address: PageAddress) => Effect.Effect<Option.Option<LocatedPage>>
    /** The organization that owns a verified hostname, whether or not a page uses it (DOMAIN 8.2). */
    readonly findOwner: (hostname: string) => Effect.Effect<Option.Option<OrganizationId>>
    readonly findVersion: (key: Key & { readonly versionId: number }) => Effect.Effect<Option.Option<PageVersionRow>>
    /**
     * Published offers of the organization that have not ended, benefits that are not archived, disabled or removed by
     * the venue's override, and the venue unless hidden.
     */
    readonly getSurroundings: (query: SurroundingsQuery) => Effect.Effect<PageSurroundings>
    /** Whether the member has an active enrolment. */
    readonly isEnrolled: (query: GateQuery) => Effect.Effect<boolean>
  }
>()("hub/domain/pages/PageSources") {}
