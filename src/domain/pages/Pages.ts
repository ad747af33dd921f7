import { Context, type DateTime, type Effect, type Option } from "effect"
import type { Reach } from "../access/Reach.ts"
import type { CustomDomain, CustomDomainId } from "../customDomains/CustomDomain.ts"
import type { Unnumbered } from "../dataset/Rows.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { Program } from "../programs/Program.ts"
import type { NotFound } from "../shared/NotFound.ts"
import type { Page } from "../shared/Page.ts"
import type { DuplicateResource } from "../shared/ResourceConflicts.ts"
import type { ThemeKit } from "../themes/ThemeKit.ts"
import type { CustomDomainInUse } from "./PageErrors.ts"
import type { DraftContent, PageGroup, PageGroupRow, PageStatus, PageVersion, PageVersionRow } from "./PageGroup.ts"

/** Which pages to list: by status, and by names that contain `q`. */
export interface PagesQuery {
  readonly reach: Reach
  readonly statuses: ReadonlyArray<PageStatus> | undefined
  readonly q: string | undefined
  readonly limit: number
  readonly offset: number
}

/**
 * A page by its external id, among those within reach: of a reachable venue, or of a reachable organization as a whole.
 */
export interface PageLocator {
  readonly reach: Reach
  readonly pageGroupId: string
}

/** A stored page with its related rows; `published` is the latest published version, even when offline. */
export interface PageRecord {
  readonly group: PageGroup
  readonly propertyXid: string | null
  readonly customDomain: Pick<CustomDomain, "xid" | "hostname"> | null
  readonly published: PageVersion | null
  readonly draft: PageVersion | null
}

/** A verified domain, and the page within reach that uses it. */
export interface EligibleDomain {
  readonly xid: string
  readonly hostname: string
  readonly pageXid: string | null
}

type GroupKey = Pick<PageGroup, "id" | "organizationId">
type VersionKey = Pick<PageVersion, "id" | "organizationId">

type Named<Name extends string> = { readonly organizationId: OrganizationId } & { readonly [Key in Name]: string }

/** Pages of organizations with their versions. The page's row lock serialises all changes of a page. */
export class Pages extends Context.Service<
  Pages,
  {
    /** By name then id, both in binary order. `q` matches literally, ignoring case and accents. */
    readonly list: (query: PagesQuery) => Effect.Effect<Page<PageRecord>>
    readonly get: (locator: PageLocator) => Effect.Effect<PageRecord, NotFound>
    /** Locks a page until the transaction ends and returns its state under the lock. */
    readonly getForUpdate: (locator: PageLocator) => Effect.Effect<PageRecord, NotFound>
    readonly insertDraft: (draft: Unnumbered<"pageVersions">) => Effect.Effect<PageVersionRow>
    /** Changes the draft of a locked page. */
    readonly updateDraft: (
      draft: VersionKey,
      change: Partial<DraftContent> & Pick<PageVersionRow, "number" | "updatedAt">
    ) => Effect.Effect<void>
    readonly removeDraft: (draft: VersionKey) => Effect.Effect<void>
    /** Changes a locked page. */
    readonly update: (
      group: GroupKey,
      change: Pick<PageGroupRow, "updatedAt"> & Partial<Pick<PageGroupRow, "status" | "publishedSlug" | "lastVersion">>
    ) => Effect.Effect<void>
    /** Publishes the draft of a locked page. Fails if another published page of the organization has its slug. */
    readonly publish: (
      group: GroupKey & Pick<PageGroupRow, "publishedSlug">,
      draft: Pick<PageVersion, "id" | "slug">,
      at: DateTime.Utc
    ) => Effect.Effect<void, DuplicateResource>
    /** Assigns a domain to a locked page, or unassigns it. Fails if another page uses it. */
    readonly assignDomain: (
      group: GroupKey,
      customDomainId: CustomDomainId | null,
      at: DateTime.Utc
    ) => Effect.Effect<void, CustomDomainInUse>
    /** A theme kit, locked against removal until the transaction ends. */
    readonly findThemeKitForShare: (of: Named<"themeKitId">) => Effect.Effect<Option.Option<ThemeKit>>
    /** A custom domain, whose status is locked until the transaction ends. Lock it before the page that will use it. */
    readonly findDomainForShare: (
      of: Named<"customDomainId">
    ) => Effect.Effect<Option.Option<Pick<CustomDomain, "id" | "xid" | "hostname" | "status">>>
    /** The verified domains of an organization, by hostname. */
    readonly listVerifiedDomains: (of: {
      readonly organizationId: OrganizationId
      readonly reach: Reach
    }) => Effect.Effect<ReadonlyArray<EligibleDomain>>
    /**
     * Whether an organization has all these offers and benefits, whatever their status; an offer of a venue only within
     * `reach`.
     */
    readonly hasAll: (of: {
      readonly organizationId: OrganizationId
      readonly reach: Reach
      readonly offerIds: ReadonlyArray<string>
      readonly benefitIds: ReadonlyArray<string>
    }) => Effect.Effect<boolean>
    /** The programs of an organization, by row id. */
    readonly listPrograms: (
      organizationId: OrganizationId
    ) => Effect.Effect<ReadonlyArray<Pick<Program, "xid" | "name" | "status">>>
  }
>()("hub/domain/pages/Pages") {}
