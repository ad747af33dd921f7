import { Effect, Layer, Option, Order, TxHashMap } from "effect"
import { RowStore } from "../../domain/dataset/RowStore.ts"
import type { Organization } from "../../domain/organizations/Organization.ts"
import { Organizations } from "../../domain/organizations/Organizations.ts"
import { makeOrganizationsSql } from "../../sql/repositories/OrganizationsSql.ts"
import { binaryOrder } from "../memory/binaryOrder.ts"
import { Memory } from "../memory/Memory.ts"
import * as RowStoreLayer from "../RowStoreLayer.ts"

/** The row statements are the same on each store; the list, which spans tenants, and the lock differ. */
const make = ({ findBySlugForUpdate, list }: Pick<Organizations["Service"], "list" | "findBySlugForUpdate">) =>
  Effect.map(RowStore, (store) => {
    const organizations = store.of("organizations")
    const identities = store.of("organizationIdentities")
    return Organizations.of({
      find: (xid) => organizations.find({ xid }),
      findById: (id) => organizations.find({ id }),
      findBySlug: (slug) => organizations.find({ slug }),
      findBySlugForUpdate,
      list,
      findByIdentity: Effect.fnUntraced(function* (provider, providerOrgId) {
        const identity = yield* identities.find({ provider, providerOrgId })
        return Option.isNone(identity)
          ? Option.none()
          : yield* organizations.find({ id: identity.value.organizationId })
      })
    })
  })

export const layerSql = Layer.effect(Organizations, Effect.flatMap(makeOrganizationsSql, make)).pipe(
  Layer.provide(RowStoreLayer.layerSql)
)

const bySlug = Order.mapInput(binaryOrder, ({ slug }: Organization) => slug)

export const layerMemory = Layer.effect(
  Organizations,
  Effect.flatMap(Memory, ({ organizations }) => {
    const sorted = Effect.map(TxHashMap.values(organizations), (rows) => rows.toSorted(bySlug))
    return make({
      list: (limit) => Effect.tx(Effect.map(sorted, (rows) => rows.slice(0, limit))),
      // Transactions are serialisable and need no locks.
      findBySlugForUpdate: (slug) =>
        Effect.tx(Effect.map(sorted, (rows) => Option.fromUndefinedOr(rows.find((row) => row.slug === slug))))
    })
  })
).pipe(Layer.provide(RowStoreLayer.layerMemory))
