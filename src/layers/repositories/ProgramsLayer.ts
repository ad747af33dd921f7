import { Effect, Layer, Option, Struct, TxHashMap } from "effect"
import { onConflict } from "../../domain/dataset/Conflict.ts"
import { RowStore } from "../../domain/dataset/RowStore.ts"
import { Programs } from "../../domain/programs/Programs.ts"
import { orMissing } from "../../domain/shared/orMissing.ts"
import { DuplicateResource } from "../../domain/shared/ResourceConflicts.ts"
import { makeProgramsSql, type ProgramStatements } from "../../sql/repositories/ProgramsSql.ts"
import { Memory } from "../memory/Memory.ts"
import * as RowStoreLayer from "../RowStoreLayer.ts"
import { locateRow } from "./locateRow.ts"
import { lookUp } from "./lookUp.ts"

/** Program configuration over generic row statements and the store's own ones. */
const make = Effect.fnUntraced(function* ({ lockTier, ...statements }: ProgramStatements) {
  const store = yield* RowStore
  const programs = store.of("programs")
  const venues = store.of("programVenues")
  const tiers = store.of("tiers")
  const rules = store.of("earningRules")
  return Programs.of({
    ...statements,
    getTierForUpdate: Effect.fnUntraced(function* ({ organizationId, programId, tierXid: xid }) {
      yield* lockTier({ organizationId, tierXid: xid })
      const found = yield* tiers.find({ organizationId, programId, xid })
      return yield* orMissing(found)
    }),
    insert: (program) => Effect.orDie(programs.insertNumbered(program)),
    update: ({ id, organizationId, ...program }) => programs.change({ organizationId, id }, program),
    listVenues: (key) => venues.list(key, { by: ["propertyId"] }),
    insertVenue: (venue) => Effect.orDie(venues.insert(venue)),
    removeVenue: (key) => Effect.asVoid(venues.remove(key)),
    listTiers: (key) => tiers.list(key, { by: ["level"] }),
    insertTier: (tier) =>
      onConflict(tiers.insertNumbered(tier), {
        tiers_level_key: () => new DuplicateResource({ field: "level" })
      }),
    updateTier: ({ id, organizationId, programId, ...tier }) =>
      tiers.change({ organizationId, programId, id }, Struct.omit(tier, ["level"])),
    removeTier: ({ id, organizationId, programId }) => Effect.asVoid(tiers.remove({ organizationId, programId, id })),
    insertRules: Effect.fnUntraced(function* (version) {
      const { organizationId, programId } = version
      const [latest] = yield* rules.list(
        { organizationId, programId },
        { by: ["version"], isDescending: true, limit: 1 }
      )
      const next = { ...version, version: (latest?.version ?? 0) + 1 }
      yield* rules.insert(next)
      return next
    }, Effect.orDie)
  })
})

export const layerSql = Layer.effect(Programs, Effect.flatMap(makeProgramsSql, make)).pipe(
  Layer.provide(RowStoreLayer.layerSql)
)

/** The twin over the in-memory tables, whose transactions are serialisable, so it needs no locks. */
export const layerMemory = Layer.effect(
  Programs,
  Effect.flatMap(Memory, (memory) =>
    make({
      getForUpdate: ({ programId, reach }) => Effect.tx(locateRow(TxHashMap.values(memory.programs), programId, reach)),
      lockTier: () => Effect.void,
      updateLevels: Effect.fnUntraced(function* ({ tiers }) {
        for (const tier of tiers) yield* TxHashMap.set(memory.tiers, String(tier.id), tier)
      }, Effect.tx),
      findTierUse: Effect.fnUntraced(function* ({ id }) {
        const isOf = ({ tierId }: { readonly tierId: number }) => tierId === id
        if ((yield* TxHashMap.values(memory.enrolments)).some(isOf)) return Option.some("members" as const)
        return (yield* TxHashMap.values(memory.entitlements)).some(isOf)
          ? Option.some("entitlements" as const)
          : Option.none()
      }, Effect.tx),
      listEntitled: Effect.fnUntraced(function* ({ above, organizationId, upTo }) {
        const benefits = yield* TxHashMap.snapshot(memory.benefits)
        return (yield* TxHashMap.values(memory.entitlements)).flatMap(({ active, benefitId, programId, tierId }) => {
          const benefit = lookUp(benefits, benefitId, (row) => row)
          if (benefit === null || !active || benefit.organizationId !== organizationId) return []
          const { archivedAt, minTierLevel, xid } = benefit
          if (archivedAt !== null || minTierLevel <= above || minTierLevel > upTo) return []
          return [{ programId, tierId, benefitId: xid, minTierLevel }]
        })
      }, Effect.tx)
    })
  )
).pipe(Layer.provide(RowStoreLayer.layerMemory))
