import { DateTime, Effect } from "effect"
import { programXid, tierXid } from "../../src/demo/demoPrograms.ts"
import type { BenefitsQuery } from "../../src/domain/benefits/Benefits.ts"
import { OfferCodePool } from "../../src/domain/offers/OfferCode.ts"
import { makeAuditLogSql } from "../../src/sql/repositories/AuditLogSql.ts"
import { makeBenefitGroupsSql } from "../../src/sql/repositories/BenefitGroupsSql.ts"
import { makeBenefitOverridesList } from "../../src/sql/repositories/BenefitOverridesSql.ts"
import { makeBenefitsSql } from "../../src/sql/repositories/BenefitsSql.ts"
import { makeCodePoolsSql } from "../../src/sql/repositories/CodePoolsSql.ts"
import { makeCustomDomainsSql } from "../../src/sql/repositories/CustomDomainsSql.ts"
import { makeEntitlementReads } from "../../src/sql/repositories/EntitlementsSql.ts"
import { makePagesSql } from "../../src/sql/repositories/PagesSql.ts"
import { makePointMultipliersSql } from "../../src/sql/repositories/PointMultipliersSql.ts"
import { makePoolCodesSql } from "../../src/sql/repositories/PoolCodesSql.ts"
import { makeProgramViewsSql } from "../../src/sql/repositories/ProgramViewsSql.ts"
import { makeTeammatesSql } from "../../src/sql/repositories/TeammatesSql.ts"
import { makeThemeKitsSql } from "../../src/sql/repositories/ThemeKitsSql.ts"
import { breadth, firstWritten } from "./breadth.ts"
import { type Listing, listing, now, ofVenue, organizationId, page, reach, venueId } from "./listing.ts"

const { base } = breadth

const day = DateTime.formatIsoDateUtc(now)

const benefits: BenefitsQuery = {
  reach,
  q: undefined,
  kind: undefined,
  enabled: undefined,
  venueId: undefined,
  ...page
}

const entitlements = {
  reach,
  programId: undefined,
  tierId: undefined,
  benefitId: undefined,
  venueId: undefined,
  ...page
}

const multipliers = { reach, day, isActiveOnly: false, ...page }

const pages = { reach, statuses: undefined, q: undefined, ...page }

const teammates = { reach, q: undefined, venueId: undefined, ...page }

const pool = { id: OfferCodePool.fields.id.make(base + 1), organizationId }

/** Lists and searches of partners' configuration. */
export const configuredListings: ReadonlyArray<Listing> = [
  listing(makeProgramViewsSql, "programs", (views) =>
    views.list({ reach, statuses: undefined, q: undefined, ...page })
  ),
  listing(makeProgramViewsSql, "tiers of a program", (views) =>
    views.listTiers({ reach, programId: "bench-breadth-1", now })
  ),
  listing(makeProgramViewsSql, "tiers of the program of most members", (views) =>
    views.listTiers({ reach, programId: programXid("A"), now })
  ),
  listing(makeProgramViewsSql, "venues of a program", (views) =>
    views.listVenues({ reach, programId: "bench-breadth-1" })
  ),
  listing(makeBenefitsSql, "benefits", (views) => views.list(benefits)),
  listing(makeBenefitsSql, "benefits at a venue", (views) => views.list({ ...benefits, venueId })),
  listing(makeBenefitsSql, "benefits of a kind", (views) => views.list({ ...benefits, kind: "spa" })),
  listing(makeBenefitsSql, "benefits by a name", (views) => views.list({ ...benefits, q: "dinner" })),
  listing(makeBenefitOverridesList, "overrides of a benefit", (list) => list({ reach, benefitId: "bench-breadth-1" })),
  listing(makeBenefitGroupsSql, "benefit groups", (views) => views.list({ reach, enabled: undefined, ...page })),
  listing(makeBenefitGroupsSql, "benefits of a group", (views) =>
    Effect.map(views.get({ reach, groupId: "bench-breadth-1" }), (group) => group.benefits)
  ),
  listing(makeEntitlementReads, "entitlements", (views) => views.list(entitlements)),
  listing(makeEntitlementReads, "entitlements of a tier", (views) =>
    views.list({ ...entitlements, tierId: tierXid("A", 2) })
  ),
  listing(makeEntitlementReads, "entitlements at a venue", (views) => views.list({ ...entitlements, venueId })),
  listing(makePointMultipliersSql, "multipliers", (views) => views.list(multipliers)),
  listing(makePointMultipliersSql, "active multipliers", (views) => views.list({ ...multipliers, isActiveOnly: true })),
  listing(makeCodePoolsSql, "code pools", (pools) =>
    pools.list({ reach, offerId: undefined, statuses: undefined, ...page })
  ),
  listing(makePoolCodesSql, "codes of a pool", (codes) =>
    codes.list({ reach, pool, statuses: ["available", "assigned", "redeemed", "void"], ...page })
  ),
  listing(makePagesSql, "pages", (views) => views.list(pages)),
  listing(makePagesSql, "pages of a venue", (views) => views.list({ ...pages, reach: ofVenue })),
  listing(makePagesSql, "pages by a name", (views) => views.list({ ...pages, q: "dinner" })),
  listing(makeThemeKitsSql, "theme kits", (kits) => kits.list({ reach, q: undefined, ...page })),
  listing(makeThemeKitsSql, "a theme kit and its use", (kits) => kits.get({ reach, themeKitId: "bench-breadth-7" })),
  listing(makeCustomDomainsSql, "custom domains", (domains) => domains.list({ reach, statuses: undefined, ...page })),
  listing(makeTeammatesSql, "teammates", (views) => views.list(teammates)),
  listing(makeTeammatesSql, "teammates of a venue", (views) => views.list({ ...teammates, venueId })),
  listing(makeTeammatesSql, "teammates by a name", (views) => views.list({ ...teammates, q: "dinah" }))
]

const entries = { limit: 20 }

/** Listings of `hub audit`. */
export const auditListings: ReadonlyArray<Listing> = [
  listing(makeAuditLogSql, "audit log", (log) => log.page(entries)),
  listing(makeAuditLogSql, "audit log of an organization", (log) => log.page({ ...entries, organizationId })),
  listing(makeAuditLogSql, "audit log of a subject", (log) => log.page({ ...entries, subject: "member:2000002" })),
  listing(makeAuditLogSql, "audit log of an actor", (log) =>
    log.page({ ...entries, actor: { kind: "key", id: "actor-1" } })
  ),
  listing(makeAuditLogSql, "audit log of an actor in an organization", (log) =>
    log.page({ ...entries, organizationId, actor: { kind: "link", id: "link-7" } })
  ),
  listing(makeAuditLogSql, "audit log of a kind of actor", (log) =>
    log.page({ ...entries, actor: { kind: "link", id: null } })
  ),
  listing(makeAuditLogSql, "audit log since", (log) =>
    log.page({ ...entries, since: DateTime.makeUnsafe(firstWritten) })
  )
]
