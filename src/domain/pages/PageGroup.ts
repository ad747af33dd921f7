import { Schema } from "effect"
import { CustomDomainId } from "../customDomains/CustomDomain.ts"
import { OrganizationId } from "../organizations/Organization.ts"
import { VenueId } from "../properties/Property.ts"
import { Instant } from "../shared/Instant.ts"
import { RowId } from "../shared/Scalars.ts"
import { PageTheme } from "../themes/Theme.ts"
import { contentFields, FeaturedImage, MemberGate, PageSeo } from "./PageContent.ts"

/** Internal row id. */
export const PageGroupRowId = RowId.pipe(Schema.brand("PageGroupRowId"))
export type PageGroupRowId = typeof PageGroupRowId.Type

export const PageStatus = Schema.Literals(["published", "offline", "never_published"])
export type PageStatus = typeof PageStatus.Type

/**
 * A page with all its versions, as stored (DOMAIN 8). `publishedSlug` is the slug of the version that guests see, null
 * unless the status is published. `lastVersion` is the highest version number ever used: the number of a discarded
 * draft is not reused.
 */
export const PageGroupRow = Schema.Struct({
  id: PageGroupRowId,
  xid: Schema.NonEmptyString,
  organizationId: OrganizationId,
  /** Null for a page of the whole organization. */
  propertyId: Schema.NullOr(VenueId),
  name: Schema.NonEmptyString,
  status: PageStatus,
  publishedSlug: Schema.NullOr(Schema.NonEmptyString),
  customDomainId: Schema.NullOr(CustomDomainId),
  lastVersion: Schema.Int,
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc
})
export type PageGroupRow = typeof PageGroupRow.Type

/** What an edit may change, and a new draft copies. */
export const draftFields = {
  ...contentFields,
  featuredImage: Schema.NullOr(FeaturedImage),
  seo: PageSeo,
  theme: PageTheme,
  memberGate: MemberGate
}

/**
 * One version of a page, as stored. The one without `publishedAt` is the draft, whose `number` advances with each edit;
 * the highest other number is the latest published version. Published versions are immutable, enforced by a trigger.
 */
export const PageVersionRow = Schema.Struct({
  id: RowId,
  organizationId: OrganizationId,
  pageGroupId: PageGroupRowId,
  number: Schema.Int,
  ...draftFields,
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc,
  publishedAt: Schema.NullOr(Schema.DateTimeUtc)
})
export type PageVersionRow = typeof PageVersionRow.Type

/** The content of a draft. */
export type DraftContent = Pick<PageVersionRow, keyof typeof draftFields>

/** A page as read: its times are only passed on. */
export const PageGroup = Schema.Struct({ ...PageGroupRow.fields, createdAt: Instant, updatedAt: Instant })
export type PageGroup = typeof PageGroup.Type

/** A version as read: its times are only passed on. */
export const PageVersion = Schema.Struct({
  ...PageVersionRow.fields,
  createdAt: Instant,
  updatedAt: Instant,
  publishedAt: Schema.NullOr(Instant)
})
export type PageVersion = typeof PageVersion.Type
