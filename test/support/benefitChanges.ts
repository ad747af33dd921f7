import { Cause, Effect, Exit } from "effect"
import * as fc from "fast-check"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { type VenueName, venueDocumentId, venues } from "../../src/demo/venues.ts"
import { PartnerCaller } from "../../src/domain/access/PartnerCaller.ts"
import { archiveBenefit } from "../../src/domain/benefits/archiveBenefit.ts"
import { changeBenefit } from "../../src/domain/benefits/changeBenefit.ts"
import { changeEntitlement } from "../../src/domain/benefits/changeEntitlement.ts"
import { createEntitlement } from "../../src/domain/benefits/createEntitlement.ts"
import { removeBenefitOverride } from "../../src/domain/benefits/removeBenefitOverride.ts"
import { setBenefitOverride } from "../../src/domain/benefits/setBenefitOverride.ts"
import { withdrawEntitlement } from "../../src/domain/benefits/withdrawEntitlement.ts"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { day, houses } from "./datasets/perkDatasets.ts"

const { A, B } = organizationIds

/** A partner who configures the benefits of an organization. */
const asPartner = (organizationId: typeof A | typeof B) =>
  Effect.provideService(PartnerCaller, {
    principal: { kind: "key", id: "key", name: "Head office" },
    organization: { id: organizationId, xid: "organization", name: "Organization", slug: "organization" },
    reach: { organizationIds: [organizationId], venueIds: "all" },
    permissions: new Set<string>(),
    authLevel: "partner",
    globalScope: false,
    environment: "development",
    emulation: null
  })

const house = fc.constantFrom(...houses.map(([name]) => name))

/** A change through the operations of the Partner API; ids are mapped to rows of one organization. */
export const change = fc.oneof(
  fc.record({
    kind: fc.constant("benefit" as const),
    benefit: fc.nat(),
    settings: fc.record(
      {
        name: fc.constantFrom("Renamed", "Renamed again"),
        minTierLevel: fc.integer({ min: 1, max: 3 }),
        enabled: fc.boolean(),
        howToRedeem: fc.constantFrom(null, "Ask")
      },
      { requiredKeys: ["name"] }
    )
  }),
  fc.record({ kind: fc.constant("venues" as const), benefit: fc.nat(), at: fc.subarray(houses.map(([name]) => name)) }),
  fc.record({ kind: fc.constant("archive" as const), benefit: fc.nat() }),
  fc.record({
    kind: fc.constant("override" as const),
    benefit: fc.nat(),
    at: house,
    override: fc.option(fc.record({ overriddenName: fc.constantFrom(null, "Own"), enabled: fc.boolean() }))
  }),
  fc.record({
    kind: fc.constant("entitle" as const),
    benefit: fc.nat(),
    program: fc.constantFrom(1, 2, 3),
    level: fc.integer({ min: 1, max: 3 }),
    at: fc.option(house),
    validTo: day,
    quantityPerStay: fc.integer({ min: 1, max: 4 })
  }),
  fc.record({
    kind: fc.constant("entitlement" as const),
    entitlement: fc.nat(),
    at: fc.constantFrom(undefined, null, ...houses.map(([name]) => name)),
    settings: fc.record(
      { active: fc.boolean(), quantityPerStay: fc.integer({ min: 1, max: 4 }), validTo: day },
      { requiredKeys: ["quantityPerStay"] }
    )
  }),
  fc.record({ kind: fc.constant("withdraw" as const), entitlement: fc.nat() })
)

export type Change = typeof change extends fc.Arbitrary<infer C> ? C : never

const nth = <Row>(rows: ReadonlyArray<Row>, index: number) => rows[index % Math.max(1, rows.length)]

const documentIdsIn = (names: ReadonlyArray<VenueName>, organizationId: number) =>
  names.filter((name) => venues[name].organizationId === organizationId).map(venueDocumentId)

/** Applies a change; a rejected one has no effect. Returns whether it was applied. */
export const apply = Effect.fnUntraced(function* (dataset: Dataset, requested: Change) {
  const ofEntitlement = "entitlement" in requested
  const entitlement = ofEntitlement ? nth(dataset.entitlements, requested.entitlement) : undefined
  const benefit = ofEntitlement ? undefined : nth(dataset.benefits, requested.benefit)
  const organizationId = (entitlement ?? benefit)?.organizationId === B ? B : A
  const benefitId = benefit?.xid ?? ""
  const xid = entitlement?.xid ?? ""
  const operations = {
    benefit: () => (requested.kind === "benefit" ? changeBenefit(benefitId, requested.settings) : Effect.void),
    venues: () =>
      requested.kind === "venues"
        ? changeBenefit(benefitId, { scope: "property", propertyIds: documentIdsIn(requested.at, organizationId) })
        : Effect.void,
    archive: () => archiveBenefit(benefitId),
    override: () => {
      if (requested.kind !== "override") return Effect.void
      const venueId = venueDocumentId(requested.at)
      return requested.override === null
        ? removeBenefitOverride(benefitId, venueId)
        : setBenefitOverride(benefitId, venueId, requested.override)
    },
    entitle: () =>
      requested.kind === "entitle"
        ? createEntitlement({
            programId: `program-${requested.program}`,
            tierId: `tier-${requested.program}-${requested.level}`,
            benefitId,
            quantityPerStay: requested.quantityPerStay,
            venueIds: requested.at === null ? null : [venueDocumentId(requested.at)],
            validTo: requested.validTo
          })
        : Effect.void,
    entitlement: () => {
      if (requested.kind !== "entitlement") return Effect.void
      const { at, settings } = requested
      const venueIds = at === undefined || at === null ? at : [venueDocumentId(at)]
      return changeEntitlement(xid, { ...settings, venueIds })
    },
    withdraw: () => withdrawEntitlement(xid)
  }
  const operation: Effect.Effect<
    unknown,
    unknown,
    Effect.Services<ReturnType<(typeof operations)[Change["kind"]]>>
  > = operations[requested.kind]()
  const exit = yield* Effect.exit(atomically(asPartner(organizationId)(operation)))
  if (Exit.isFailure(exit) && Cause.hasDies(exit.cause)) return yield* Effect.die(Cause.squash(exit.cause))
  return Exit.isSuccess(exit)
})
