import { Context, type DateTime, type Effect, type Option } from "effect"
import type { Reach } from "../access/Reach.ts"
import type { Change, Unnumbered } from "../dataset/Rows.ts"
import type { PageStatus } from "../pages/PageGroup.ts"
import type { NotFound } from "../shared/NotFound.ts"
import type { Page } from "../shared/Page.ts"
import type { DuplicateResource } from "../shared/ResourceConflicts.ts"
import type { CustomDomainRow, DomainStatus } from "./CustomDomain.ts"
import type { HostnameHeld } from "./CustomDomainErrors.ts"
import type { CustomDomainRecord } from "./CustomDomainView.ts"

/** Which domains to list: those in one of `statuses`. */
export interface CustomDomainsQuery {
  readonly reach: Reach
  readonly statuses: ReadonlyArray<DomainStatus> | undefined
  readonly limit: number
  readonly offset: number
}

export interface CustomDomainLocator {
  readonly reach: Reach
  readonly customDomainId: string
}

/** What may change of a domain. */
export type CustomDomainChange = Partial<
  Pick<
    Change<"customDomains">,
    | "status"
    | "certificateStatus"
    | "failureReason"
    | "statusSince"
    | "lostSince"
    | "lastCheckedAt"
    | "nextCheckAt"
    | "verifiedAt"
  >
>

export type CustomDomainKey = Pick<CustomDomainRow, "id" | "organizationId">

/**
 * The hostnames of organizations. Every caller of the organization reads them (DOMAIN 1.7). Locks are taken in one order:
 * domain, then the page that uses it.
 */
export class CustomDomains extends Context.Service<
  CustomDomains,
  {
    /** In the order in which they were connected. */
    readonly list: (query: CustomDomainsQuery) => Effect.Effect<Page<CustomDomainRecord>>
    readonly get: (locator: CustomDomainLocator) => Effect.Effect<CustomDomainRecord, NotFound>
    /** Locks a domain until the transaction ends; who assigns it to a page waits. */
    readonly getForUpdate: (locator: CustomDomainLocator) => Effect.Effect<CustomDomainRow, NotFound>
    /** Whose status says that the hostname is its organization's: verifying or verified. */
    readonly findHolder: (hostname: string) => Effect.Effect<Option.Option<CustomDomainRow>>
    /** Of every organization, those whose check is due, the longest due first. */
    readonly listDue: (query: {
      readonly now: DateTime.Utc
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<CustomDomainRow>>
    /** Locks a domain for the job that checks them; none if it was removed. */
    readonly findForUpdate: (key: CustomDomainKey) => Effect.Effect<Option.Option<CustomDomainRow>>
    /** Answers the domain with its number. Fails if the organization has connected the hostname. */
    readonly insert: (row: Unnumbered<"customDomains">) => Effect.Effect<CustomDomainRow, DuplicateResource>
    /**
     * Changes a domain that still has the status. Fails where it would hold a hostname that another holds; that takes
     * back what its own transaction did, and no more.
     */
    readonly update: (
      domain: Pick<CustomDomainRow, "id" | "organizationId" | "status" | "hostname">,
      change: CustomDomainChange
    ) => Effect.Effect<void, HostnameHeld>
    /** Locks the page that uses a locked domain; answers its status. */
    readonly findPageForUpdate: (key: CustomDomainKey) => Effect.Effect<Option.Option<PageStatus>>
    /** Takes a locked domain from the page that uses it. */
    readonly updateUnassigned: (key: CustomDomainKey, now: DateTime.Utc) => Effect.Effect<void>
    /** Removes a locked domain that no page uses. */
    readonly remove: (key: CustomDomainKey) => Effect.Effect<void>
  }
>()("hub/domain/customDomains/CustomDomains") {}
