import { Effect, Layer, Option, Order, TxHashMap } from "effect"
import { RowStore } from "../../domain/dataset/RowStore.ts"
import type { Organization } from "../../domain/organizations/Organization.ts"
import { Organizations } from "../../domain/organizations/Organizations.ts"
import { makeOrganizationsSql } from "../../sql/repositories/OrganizationsSql.ts"
import { binaryOrder } from "../memory/binaryOrder.ts"
import { Memory } from "../memory/Memory.ts"
import * as RowStoreLayer from "../RowStoreLayer.ts"

/** The row statements are the same on each store; the list, which spans tenants, and the lock differ. */
const make = ({
  list,
  lock
}: Pick<Organizations["Service"], "list"> & { readonly lock: (slug: string) => Effect.Effect<void> }) =>
  Effect.map(RowStore, (store) => {
    const organizations = store.of("organizations")
    const identities = store.of("organizationIdentities")
    return Organizations.of({
      find: (xid) => organizations.find({ xid }),
      findById: (id) => organizations.find({ id }),
      findBySlug: (slug) => organizations.find({ slug }),
      // Read only after the lock is acquired: by then its previous holder has committed.
      findBySlugForUpdate: (slug) => Effect.andThen(lock(slug), organizations.find({ slug })),
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
  Effect.flatMap(Memory, ({ organizations }) =>
    make({
      list: (limit) =>
        Effect.map(TxHashMap.values(organizations), (rows) => rows.toSorted(bySlug).slice(0, limit)).pipe(Effect.tx),
      // Transactions are serialisable and need no locks.
      lock: () => Effect.void
    })
  )
).pipe(Layer.provide(RowStoreLayer.layerMemory))
