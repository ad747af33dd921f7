import { assert } from "@effect/vitest"
import { DateTime } from "effect"
import * as fc from "fast-check"
import { archiveBenefit } from "../../../src/domain/benefits/archiveBenefit.ts"
import { changeBenefit } from "../../../src/domain/benefits/changeBenefit.ts"
import { changeEntitlement } from "../../../src/domain/benefits/changeEntitlement.ts"
import { createBenefit } from "../../../src/domain/benefits/createBenefit.ts"
import { createEntitlement } from "../../../src/domain/benefits/createEntitlement.ts"
import { listBenefits } from "../../../src/domain/benefits/readBenefits.ts"
import { listEntitlements } from "../../../src/domain/benefits/readEntitlements.ts"
import { removeBenefitOverride } from "../../../src/domain/benefits/removeBenefitOverride.ts"
import { setBenefitOverride } from "../../../src/domain/benefits/setBenefitOverride.ts"
import { withdrawEntitlement } from "../../../src/domain/benefits/withdrawEntitlement.ts"
import { listPerks } from "../../../src/domain/perks/listPerks.ts"
import { inTransaction } from "../servers/inTransaction.ts"
import { asMember } from "../memberServices.ts"
import { each } from "../http/service.ts"
import { type Act, type Answer, asPartner, command, narrow, place } from "./commands.ts"
import { type Model, pick } from "./Model.ts"

const page = { limit: 100, offset: 0 }

export const readBenefits =
  ({ home }: Model): Act =>
  () =>
    asPartner(home)(listBenefits(page))

export const readEntitlements =
  ({ home }: Model): Act =>
  () =>
    asPartner(home)(listEntitlements(page))

/** The first member's perks at a venue. */
export const readPerks =
  ({ home }: Model, venue: number): Act =>
  () =>
    asMember(home.members[0] ?? 0)(
      listPerks({
        propertyId: home.venues[venue]?.documentId,
        includePropertyPerks: true,
        includeGlobalPerks: true
      })
    )

/** Benefits are listed until they are archived. */
export const judgeBenefits = ({ benefits }: Model, read: Answer) => {
  const listed = [...benefits].flatMap(([id, { isArchived }]) => (isArchived ? [] : [id]))
  assert.sameMembers([...each(read.at(""), "items", "benefitId")], listed)
}

/**
 * Entitlements are listed until they are withdrawn; per tier and benefit one is active, and none of an archived
 * benefit.
 */
export const judgeEntitlements = ({ benefits, entitlements }: Model, read: Answer) => {
  const ids = each(read.at(""), "items", "entitlementId")
  const active = each(read.at(""), "items", "active")
  assert.sameDeepMembers(
    ids.map((id, index) => [id, active[index]]),
    [...entitlements].map(([id, { isActive }]) => [id, isActive])
  )
  const counted = [...entitlements.values()].filter(({ isActive }) => isActive)
  assert.strictEqual(new Set(counted.map(({ benefitId, tierId }) => `${tierId} ${benefitId}`)).size, counted.length)
  assert.isFalse(counted.some(({ benefitId }) => benefits.get(benefitId)?.isArchived))
}

/** Perks have the names of their venue, none is archived, and an eligible member holds an entitled tier. */
export const judgePerks = (model: Model, venue: number, read: Answer) => {
  const { documentId = "" } = model.home.venues[venue] ?? {}
  for (const perk of [...each(read.at(""), "globalPerks"), ...each(read.at(""), "propertyPerks")]) {
    const [perkId, overriddenName, isEligible] = ["perkId", "overriddenName", "isEligible"].flatMap((field) =>
      each([perk], "", field)
    )
    const benefit = model.benefits.get(String(perkId))
    assert.isFalse(benefit?.isArchived)
    assert.strictEqual(overriddenName ?? null, benefit?.names.get(documentId) ?? null)
    if (isEligible !== true || model.promoted.has(0)) continue
    const isEntitled = [...model.entitlements.values()].some(
      ({ benefitId, isActive, tierId }) => isActive && benefitId === perkId && tierId === model.home.tierIds[1]
    )
    assert.isTrue(isEntitled)
  }
}

const benefitAt = ({ benefits }: Model, benefit: number) => pick(benefits, benefit)
const entitlementAt = ({ entitlements }: Model, entitlement: number) => pick(entitlements, entitlement)
const scope = fc.constantFrom("global" as const, "property" as const)
const venue = fc.nat({ max: 1 })

const isActive = ({ entitlements }: Model, tierId: string | null, benefitId: string) =>
  [...entitlements.values()].some(
    (other) => other.isActive && other.benefitId === benefitId && (tierId === null || other.tierId === tierId)
  )

export const benefitCommands = [
  command("createBenefit", fc.record({ scope, minTierLevel: fc.integer({ min: 1, max: 3 }) }), (settings, model) => {
    const propertyIds = settings.scope === "global" ? [] : [model.home.venues[0]?.documentId ?? ""]
    const request = { ...settings, propertyIds, name: "New perk", kind: "amenity", redemptionType: "direct" }
    return {
      act: () => asPartner(model.home)(inTransaction(createBenefit(request))),
      reads: [readBenefits(model)],
      judge: (answer, read) => {
        assert.isNull(answer.failure)
        model.benefits.set(String(answer.at("benefitId")), { isArchived: false, names: new Map() })
        if (read !== undefined) judgeBenefits(model, read)
      }
    }
  }),
  command(
    "changeBenefit",
    fc.record({
      benefit: place,
      enabled: fc.boolean(),
      minTierLevel: fc.integer({ min: 1, max: 3 }),
      isNarrow: narrow
    }),
    ({ benefit: nth, isNarrow, ...change }, model) => {
      const [benefitId, benefit] = benefitAt(model, nth) ?? []
      if (benefitId === undefined || benefit === undefined) return undefined
      const refused = isNarrow ? "InsufficientReach" : null
      return {
        act: (id) => asPartner(model.home, isNarrow)(inTransaction(changeBenefit(id(benefitId), change))),
        reads: [readPerks(model, 0)],
        judge: ({ failure }, read) => {
          assert.strictEqual(failure, benefit.isArchived ? "NotFound" : refused)
          if (read !== undefined) judgePerks(model, 0, read)
        }
      }
    }
  ),
  command("archiveBenefit", fc.record({ benefit: place }), ({ benefit: nth }, model) => {
    const [benefitId, benefit] = benefitAt(model, nth) ?? []
    if (benefitId === undefined || benefit === undefined) return undefined
    const refused = isActive(model, null, benefitId) ? "ResourceInUse" : null
    return {
      act: (id) => asPartner(model.home)(inTransaction(archiveBenefit(id(benefitId)))),
      reads: [readBenefits(model), readPerks(model, 0)],
      judge: ({ failure }, read, perks) => {
        assert.strictEqual(failure, benefit.isArchived ? "NotFound" : refused)
        if (failure === null) benefit.isArchived = true
        if (read !== undefined) judgeBenefits(model, read)
        if (perks !== undefined) judgePerks(model, 0, perks)
      }
    }
  }),
  command(
    "setBenefitOverride",
    fc.record({
      benefit: place,
      venue,
      overriddenName: fc.constantFrom("Prosecco", "Tea", null),
      enabled: fc.integer({ min: 0, max: 4 }).map((of) => of > 0),
      isNarrow: narrow
    }),
    ({ benefit: nth, isNarrow, venue: at, ...request }, model) => {
      const [benefitId, benefit] = benefitAt(model, nth) ?? []
      const { documentId = "" } = model.home.venues[at] ?? {}
      if (benefitId === undefined || benefit === undefined) return undefined
      const isMissing = benefit.isArchived || (isNarrow && at === 1)
      return {
        act: (id) =>
          asPartner(model.home, isNarrow)(inTransaction(setBenefitOverride(id(benefitId), documentId, request))),
        reads: [readPerks(model, at)],
        judge: ({ failure }, read) => {
          assert.strictEqual(failure, isMissing ? "NotFound" : null)
          if (!isMissing) benefit.names.set(documentId, request.overriddenName)
          if (read !== undefined) judgePerks(model, at, read)
        }
      }
    }
  ),
  command("removeBenefitOverride", fc.record({ benefit: place, venue }), ({ benefit: nth, venue: at }, model) => {
    const [benefitId, benefit] = benefitAt(model, nth) ?? []
    const { documentId = "" } = model.home.venues[at] ?? {}
    if (benefitId === undefined || benefit === undefined) return undefined
    return {
      act: (id) => asPartner(model.home)(inTransaction(removeBenefitOverride(id(benefitId), documentId))),
      reads: [readPerks(model, at)],
      judge: ({ failure }, read) => {
        const isThere = !benefit.isArchived && benefit.names.has(documentId)
        assert.strictEqual(failure, isThere ? null : "NotFound")
        if (isThere) benefit.names.delete(documentId)
        if (read !== undefined) judgePerks(model, at, read)
      }
    }
  }),
  command(
    "createEntitlement",
    fc.record({
      tier: place,
      benefit: place,
      quantityPerStay: fc.integer({ min: 1, max: 3 }),
      venues: fc.option(fc.subarray([0, 1], { minLength: 1 }), { nil: null }),
      days: fc.option(fc.integer({ min: -2, max: 30 }), { nil: null })
    }),
    ({ benefit: nth, days, quantityPerStay, tier, venues }, model) => {
      const [benefitId, benefit] = benefitAt(model, nth) ?? []
      const tiers = [...model.programs].flatMap(([programId, { tiers }]) =>
        [...tiers.keys()].map((tierId) => ({ programId, tierId }))
      )
      const { programId, tierId } = pick(tiers, tier) ?? {}
      if (benefitId === undefined || benefit === undefined || programId === undefined || tierId === undefined) {
        return undefined
      }
      const refused = isActive(model, tierId, benefitId) ? "DuplicateResource" : null
      const request = {
        quantityPerStay,
        venueIds: venues?.map((at) => model.home.venues[at]?.documentId ?? "") ?? null,
        validTo: days === null ? null : DateTime.formatIsoDateUtc(DateTime.add(model.now, { days }))
      }
      return {
        act: (id) => {
          const named = { programId: id(programId), tierId: id(tierId), benefitId: id(benefitId) }
          return asPartner(model.home)(inTransaction(createEntitlement({ ...request, ...named })))
        },
        reads: [readEntitlements(model), readPerks(model, 0)],
        judge: (answer, read, perks) => {
          assert.strictEqual(answer.failure, benefit.isArchived ? "NotFound" : refused)
          if (answer.failure === null) {
            model.entitlements.set(String(answer.at("entitlementId")), { tierId, benefitId, isActive: true })
          }
          if (read !== undefined) judgeEntitlements(model, read)
          if (perks !== undefined) judgePerks(model, 0, perks)
        }
      }
    }
  ),
  command(
    "changeEntitlement",
    fc.record({ entitlement: place, active: fc.boolean(), quantityPerStay: fc.integer({ min: 1, max: 3 }) }),
    ({ entitlement: nth, ...change }, model) => {
      const [entitlementId, entitlement] = entitlementAt(model, nth) ?? []
      if (entitlementId === undefined || entitlement === undefined) return undefined
      const { benefitId, tierId } = entitlement
      const isRaised = change.active && !entitlement.isActive
      const refused = isRaised && isActive(model, tierId, benefitId) ? "DuplicateResource" : null
      const isOver = isRaised && model.benefits.get(benefitId)?.isArchived === true
      return {
        act: (id) => asPartner(model.home)(inTransaction(changeEntitlement(id(entitlementId), change))),
        reads: [readEntitlements(model), readPerks(model, 0)],
        judge: ({ failure }, read, perks) => {
          assert.strictEqual(failure, isOver ? "StateConflict" : refused)
          if (failure === null) entitlement.isActive = change.active
          if (read !== undefined) judgeEntitlements(model, read)
          if (perks !== undefined) judgePerks(model, 0, perks)
        }
      }
    }
  ),
  command("withdrawEntitlement", fc.record({ entitlement: place }), ({ entitlement: nth }, model) => {
    const [entitlementId] = entitlementAt(model, nth) ?? []
    if (entitlementId === undefined) return undefined
    return {
      act: (id) => asPartner(model.home)(inTransaction(withdrawEntitlement(id(entitlementId)))),
      reads: [readEntitlements(model)],
      judge: ({ failure }, read) => {
        assert.isNull(failure)
        model.entitlements.delete(entitlementId)
        if (read !== undefined) judgeEntitlements(model, read)
      }
    }
  })
]
