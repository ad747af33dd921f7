import { Context, type Effect, type Option } from "effect"
import type { Reach } from "../access/Reach.ts"
import type { Unnumbered } from "../dataset/Rows.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { NotFound } from "../shared/NotFound.ts"
import type { Page } from "../shared/Page.ts"
import type { ThemeKitRow } from "./ThemeKit.ts"

/** Which kits to list: those whose name contains `q`. */
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

/** A kit with the number of pages that use it: their draft, or the version published last, has its id. */
export interface ThemeKitRecord {
  readonly kit: ThemeKitRow
  readonly usedByPages: number
}

/**
 * The theme kits of organizations, readable whatever venues are within reach (DOMAIN 1.7). Who locks a kit, then which
 * kit is the default, locks in this order.
 */
export class ThemeKits extends Context.Service<
  ThemeKits,
  {
    /** By name then id, both in binary order. `q` is compared without case and accents, and otherwise literally. */
    readonly list: (query: ThemeKitsQuery) => Effect.Effect<Page<ThemeKitRecord>>
    readonly get: (locator: ThemeKitLocator) => Effect.Effect<ThemeKitRecord, NotFound>
    /** Locks a kit until the transaction ends; whoever applies it to a page waits for that, and this for them. */
    readonly getForUpdate: (locator: ThemeKitLocator) => Effect.Effect<ThemeKitRow, NotFound>
    /** Locks which kit is the default of an organization until the transaction ends, also while none is. */
    readonly findDefaultForUpdate: (organizationId: OrganizationId) => Effect.Effect<Option.Option<ThemeKitRow>>
    /** Whether a page uses a kit. Of a locked kit it stays false. */
    readonly isUsed: (kit: ThemeKitRow) => Effect.Effect<boolean>
    readonly insert: (kit: Unnumbered<"themeKits">) => Effect.Effect<ThemeKitRow>
    /** Changes a locked kit. */
    readonly update: (kit: ThemeKitRow) => Effect.Effect<void>
    readonly remove: (kit: ThemeKitRow) => Effect.Effect<void>
  }
>()("hub/domain/themes/ThemeKits") {}
