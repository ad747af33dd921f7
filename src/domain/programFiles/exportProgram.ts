import { Effect, Option, Order, Schema } from "effect"
import { RowStore } from "../dataset/RowStore.ts"
import type { Program } from "../programs/Program.ts"
import type { VenueId } from "../properties/Property.ts"
import { ProgramFile } from "./ProgramFile.ts"
import { ProgramMissing } from "./ProgramFileErrors.ts"

/** Sorts by several text keys in turn. */
const by = <Row>(...keys: ReadonlyArray<(row: Row) => string>): Order.Order<Row> =>
  Order.combineAll(keys.map((key) => Order.mapInput(Order.String, key)))

/** The rows that the file is built from: those of the program, and the organization's that it may refer to. */
const readTables = Effect.fnUntraced(function* ({ id: programId, organizationId }: Program) {
  const store = yield* RowStore
  return yield* Effect.all({
    tiers: store.of("tiers").list({ organizationId, programId }, { by: ["level"] }),
    rules: store.of("earningRules").list({ organizationId, programId }, { by: ["version"] }),
    participants: store.of("programVenues").list({ organizationId, programId }, { by: ["propertyId"] }),
    entitlements: store.of("entitlements").list({ organizationId, programId }, { by: ["id"] }),
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

type Tables = Effect.Success<ReturnType<typeof readTables>>

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

const venuesIn = ({ properties }: Tables) => {
  const propertyOf = keyed(properties)
  return (ids: ReadonlyArray<VenueId>) => ids.map((id): string => propertyOf(id).documentId).toSorted(Order.String)
}

/** The unarchived benefits that the program entitles to, and the groups that show them with their other members. */
const select = ({ benefits, entitlements, groups, items }: Tables) => {
  const unarchived = new Set(benefits.filter(({ archivedAt }) => archivedAt === null).map(({ id }) => id))
  const entitled = new Set(entitlements.map(({ benefitId }) => benefitId))
  const listed = items.filter(({ benefitId }) => unarchived.has(benefitId))
  const groupIds = new Set(listed.filter(({ benefitId }) => entitled.has(benefitId)).map(({ groupId }) => groupId))
  const grouped = new Set(listed.filter(({ groupId }) => groupIds.has(groupId)).map(({ benefitId }) => benefitId))
  return {
    benefits: benefits.filter(({ id }) => unarchived.has(id) && (entitled.has(id) || grouped.has(id))),
    entitlements: entitlements.filter(({ benefitId }) => unarchived.has(benefitId)),
    groups: groups.filter(({ id }) => groupIds.has(id)),
    items: listed
  }
}

type Selection = ReturnType<typeof select>

const benefitsOf = (tables: Tables, { benefits }: Selection) => {
  const propertyOf = keyed(tables.properties)
  const venueIdsOf = venuesIn(tables)
  const venuesOf = grouped(tables.benefitVenues, ({ benefitId }) => benefitId)
  const overridesOf = grouped(tables.overrides, ({ benefitId }) => benefitId)
  return benefits
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
    )
}

const groupsOf = ({ benefits, groups, items }: Selection) => {
  const benefitOf = keyed(benefits)
  const itemsOf = grouped(items, ({ groupId }) => groupId)
  return groups
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
    )
}

const entitlementsOf = (tables: Tables, { benefits, entitlements }: Selection) => {
  const benefitOf = keyed(benefits)
  const tierOf = keyed(tables.tiers)
  const venueIdsOf = venuesIn(tables)
  return entitlements
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
    )
}

const poolsOf = ({ offers, pools }: Tables) => {
  const offerOf = keyed(offers)
  return pools
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
}

const readAll = Effect.fnUntraced(function* (xid: string) {
  const store = yield* RowStore
  const stored = yield* store.of("programs").find({ xid })
  if (Option.isNone(stored)) return yield* new ProgramMissing({ programId: xid })
  const program = stored.value
  const organization = Option.getOrThrow(yield* store.of("organizations").find({ id: program.organizationId }))
  return { program, organization, tables: yield* readTables(program) }
})

/**
 * Exports a program as a file, from one snapshot; importing it yields an equal program (see `ProgramFile`).
 */
export const exportProgram = Effect.fnUntraced(function* (xid: string) {
  const { snapshot } = yield* RowStore
  const { organization, program, tables } = yield* snapshot(readAll(xid))
  const selection = select(tables)
  return yield* Effect.orDie(
    encode({
      format: "hub.program/1",
      organization: organization.slug,
      program: { ...program, programId: program.xid },
      venueIds: venuesIn(tables)(tables.participants.map(({ propertyId }) => propertyId)),
      earningRules: tables.rules,
      tiers: tables.tiers.map((tier) => ({ ...tier, tierId: tier.xid })),
      benefits: benefitsOf(tables, selection),
      groups: groupsOf(selection),
      entitlements: entitlementsOf(tables, selection),
      pools: poolsOf(tables)
    })
  )
})
