import { Context, type DateTime, type Effect, type Option } from "effect"
import type { Reach } from "../access/Reach.ts"
import type { Change, Unnumbered } from "../dataset/Rows.ts"
import type { PageStatus } from "../pages/PageGroup.ts"
import type { NotFound } from "../shared/NotFound.ts"
import type { Page } from "../shared/Page.ts"
import type { DuplicateResource } from "../shared/ResourceConflicts.ts"
import type { CustomDomain, DomainStatus } from "./CustomDomain.ts"
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

/** The fields of a domain that may change. */
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

export type CustomDomainKey = Pick<CustomDomain, "id" | "organizationId">

/**
 * The hostnames of organizations, readable to every caller of the organization (DOMAIN 1.7). Lock order: domain, then
 * the page that uses it.
 */
export class CustomDomains extends Context.Service<
  CustomDomains,
  {
    /** In order of connection. */
    readonly list: (query: CustomDomainsQuery) => Effect.Effect<Page<CustomDomainRecord>>
    readonly get: (locator: CustomDomainLocator) => Effect.Effect<CustomDomainRecord, NotFound>
    /** Locks a domain until the transaction ends; assigning it to a page waits for that. */
    readonly getForUpdate: (locator: CustomDomainLocator) => Effect.Effect<CustomDomain, NotFound>
    /** The domain that holds the hostname: verifying or verified. */
    readonly findHolder: (hostname: string) => Effect.Effect<Option.Option<CustomDomain>>
    /** The domains of every organization whose check is due, longest overdue first. */
    readonly listDue: (query: {
      readonly now: DateTime.Utc
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<CustomDomain>>
    /** Locks a domain for the job that checks domains; none if it was removed. */
    readonly findForUpdate: (key: CustomDomainKey) => Effect.Effect<Option.Option<CustomDomain>>
    /** Returns the domain with its row id. Fails if the organization has already connected the hostname. */
    readonly insert: (row: Unnumbered<"customDomains">) => Effect.Effect<CustomDomain, DuplicateResource>
    /**
     * Changes a domain that still has the status. Fails if it would hold a hostname that another domain holds; only its
     * own (nested) transaction rolls back then.
     */
    readonly update: (
      domain: Pick<CustomDomain, "id" | "organizationId" | "status" | "hostname">,
      change: CustomDomainChange
    ) => Effect.Effect<void, HostnameHeld>
    /** Locks the page that uses a locked domain and returns its status. */
    readonly findPageForUpdate: (key: CustomDomainKey) => Effect.Effect<Option.Option<PageStatus>>
    /** Unassigns a locked domain from the page that uses it. */
    readonly updateUnassigned: (key: CustomDomainKey, now: DateTime.Utc) => Effect.Effect<void>
    /** Removes a locked domain that no page uses. */
    readonly remove: (key: CustomDomainKey) => Effect.Effect<void>
  }
>()("hub/domain/customDomains/CustomDomains") {}
