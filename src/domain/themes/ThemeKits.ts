import { Context, type Effect, type Option } from "effect"
import type { Reach } from "../access/Reach.ts"
import type { Unnumbered } from "../dataset/Rows.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { NotFound } from "../shared/NotFound.ts"
import type { Page } from "../shared/Page.ts"
import type { ThemeKit } from "./ThemeKit.ts"

/** Which kits to list: by names that contain `q`. */
export interface ThemeKitsQuery {
  readonly reach: Reach
  readonly q: string | undefined
  readonly limit: number
  readonly offset: number
}

/** A kit by its external id, among those of the organizations within reach. */
export interface ThemeKitLocator {
  readonly reach: Reach
  readonly themeKitId: string
}

/** A kit with the number of pages whose draft or latest published version uses it. */
export interface ThemeKitRecord {
  readonly kit: ThemeKit
  readonly usedByPages: number
}

/**
 * The theme kits of organizations, readable organization-wide (DOMAIN 1.7). Lock order: the kit, then the
 * organization's default.
 */
export class ThemeKits extends Context.Service<
  ThemeKits,
  {
    /** By name then id, both in binary order. `q` matches literally, ignoring case and accents. */
    readonly list: (query: ThemeKitsQuery) => Effect.Effect<Page<ThemeKitRecord>>
    readonly get: (locator: ThemeKitLocator) => Effect.Effect<ThemeKitRecord, NotFound>
    /** Locks a kit until the transaction ends. This and applying the kit to a page wait for each other. */
    readonly getForUpdate: (locator: ThemeKitLocator) => Effect.Effect<ThemeKit, NotFound>
    /** Locks the choice of an organization's default kit until the transaction ends, even if there is none. */
    readonly findDefaultForUpdate: (organizationId: OrganizationId) => Effect.Effect<Option.Option<ThemeKit>>
    /** Whether a page uses a kit. While the kit is locked, false stays false. */
    readonly isUsed: (kit: ThemeKit) => Effect.Effect<boolean>
    readonly insert: (kit: Unnumbered<"themeKits">) => Effect.Effect<ThemeKit>
    /** Changes a locked kit. */
    readonly update: (kit: ThemeKit) => Effect.Effect<void>
    readonly remove: (kit: ThemeKit) => Effect.Effect<void>
  }
>()("hub/domain/themes/ThemeKits") {}
