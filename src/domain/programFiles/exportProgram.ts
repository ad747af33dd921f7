import { Effect, Option, Order, Schema } from "effect"
import { RowStore } from "../dataset/RowStore.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { VenueId } from "../properties/Property.ts"
import { ProgramFile } from "./ProgramFile.ts"
import { ProgramMissing } from "./ProgramFileErrors.ts"

/** Sorts by several text keys in turn. */
const by = <Row>(...keys: ReadonlyArray<(row: Row) => string>): Order.Order<Row> =>
  Order.combineAll(keys.map((key) => Order.mapInput(Order.String, key)))

/** The organization's rows that the file is built from. */
const readTables = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const store = yield* RowStore
  return yield* Effect.all({
    properties: store.of("properties").list({ organizationId }, { by: ["id"] }),
    benefits: store.of("benefits").list({ organizationId }, { by: ["id"] }),
    benefitVenues: store.of("benefitVenues").list({ organizationId }, { by: ["benefitId"] }),
    overrides: store.of("benefitVenueOverrides").list({ organizationId }, { by: ["benefitId"] }),
    groups: store.of("benefitGroups").list({ organizationId }, { by: ["id"] }),
    items: store.of("benefitGroupItems").list({ organizationId }, { by: ["groupId", "position"] }),
    offers: store.of("offers").list({ organizationId }, { by: ["id"] }),
    pools: store.of("offerCodePools").list({ organizationId }, { by: ["id"] })
  })
})

const keyed = <Row extends { readonly id: number }>(rows: ReadonlyArray<Row>) => {
  const byId = new Map(rows.map((row) => [row.id, row]))
  // A foreign key guarantees that it exists.
  return (id: Row["id"]): Row => Option.getOrThrow(Option.fromUndefinedOr(byId.get(id)))
}

/** Looks up the rows of an id, in order. */
const grouped = <Row, Id>(rows: ReadonlyArray<Row>, idOf: (row: Row) => Id) => {
  const groups = Map.groupBy(rows, idOf)
  return (id: Id): ReadonlyArray<Row> => groups.get(id) ?? []
}

/** Unchecked: what is stored can be exported, even if an earlier release accepted values outside today's bounds. */
const encode = Schema.encodeEffect(ProgramFile, { disableChecks: true })

/** Exports a program as a file; importing it yields an equal program (see `ProgramFile`). */
export const exportProgram = Effect.fnUntraced(function* (xid: string) {
  const store = yield* RowStore
  const stored = yield* store.of("programs").find({ xid })
  if (Option.isNone(stored)) return yield* new ProgramMissing({ programId: xid })
  const { id: programId, organizationId, ...program } = stored.value
  const organization = Option.getOrThrow(yield* store.of("organizations").find({ id: organizationId }))
  const tiers = yield* store.of("tiers").list({ organizationId, programId }, { by: ["level"] })
  const rules = yield* store.of("earningRules").list({ organizationId, programId }, { by: ["version"] })
  const participants = yield* store.of("programVenues").list({ organizationId, programId }, { by: ["propertyId"] })
  const granted = yield* store.of("entitlements").list({ organizationId, programId }, { by: ["id"] })
  const all = yield* readTables(organizationId)

  const propertyOf = keyed(all.properties)
  const venueIdsOf = (ids: ReadonlyArray<VenueId>) =>
    ids.map((id): string => propertyOf(id).documentId).toSorted(Order.String)
  const unarchived = new Set(all.benefits.filter(({ archivedAt }) => archivedAt === null).map(({ id }) => id))
  const entitled = new Set(granted.map(({ benefitId }) => benefitId))
  const items = all.items.filter(({ benefitId }) => unarchived.has(benefitId))
  const groupIds = new Set(items.filter(({ benefitId }) => entitled.has(benefitId)).map(({ groupId }) => groupId))
  const members = new Set(items.filter(({ groupId }) => groupIds.has(groupId)).map(({ benefitId }) => benefitId))
  const benefits = all.benefits.filter(({ id }) => unarchived.has(id) && (entitled.has(id) || members.has(id)))
  const benefitOf = keyed(benefits)
  const tierOf = keyed(tiers)
  const offerOf = keyed(all.offers)
  const venuesOf = grouped(all.benefitVenues, ({ benefitId }) => benefitId)
  const overridesOf = grouped(all.overrides, ({ benefitId }) => benefitId)
  const itemsOf = grouped(items, ({ groupId }) => groupId)

  return yield* Effect.orDie(
    encode({
      format: "hub.program/1",
      organization: organization.slug,
      program: { ...program, programId: program.xid },
      venueIds: venueIdsOf(participants.map(({ propertyId }) => propertyId)),
      earningRules: rules,
      tiers: tiers.map((tier) => ({ ...tier, tierId: tier.xid })),
      benefits: benefits
        .map((benefit) => ({
          ...benefit,
          benefitId: benefit.xid,
          venueIds: venueIdsOf(venuesOf(benefit.id).map(({ propertyId }) => propertyId)),
          overrides: overridesOf(benefit.id)
            .map((override) => ({ ...override, venueId: propertyOf(override.propertyId).documentId }))
            .toSorted(by(({ venueId }) => venueId))
        }))
        .toSorted(
          by(
            ({ name }) => name,
            ({ benefitId }) => benefitId
          )
        ),
      groups: all.groups
        .filter(({ id }) => groupIds.has(id))
        .map((group) => ({
          ...group,
          groupId: group.xid,
          benefitIds: itemsOf(group.id).map(({ benefitId }) => benefitOf(benefitId).xid)
        }))
        .toSorted(
          by(
            ({ name }) => name,
            ({ groupId }) => groupId
          )
        ),
      entitlements: granted
        .filter(({ benefitId }) => unarchived.has(benefitId))
        .map((entitlement) => ({
          ...entitlement,
          level: tierOf(entitlement.tierId).level,
          entitlementId: entitlement.xid,
          tierId: tierOf(entitlement.tierId).xid,
          benefitId: benefitOf(entitlement.benefitId).xid,
          venueIds: entitlement.venueIds === null ? null : venueIdsOf(entitlement.venueIds)
        }))
        .toSorted(
          Order.combine(
            Order.mapInput(Order.Number, ({ level }) => level),
            by(
              ({ benefitId }) => benefitId,
              ({ entitlementId }) => entitlementId
            )
          )
        ),
      pools: all.pools
        .flatMap(({ status, ...pool }) =>
          status === "archived" ? [] : [{ ...pool, status, poolId: pool.xid, offerId: offerOf(pool.offerId).xid }]
        )
        .toSorted(
          by(
            ({ offerId }) => offerId,
            ({ name }) => name,
            ({ poolId }) => poolId
          )
        )
    })
  )
})
