import { Effect, Layer, Option } from "effect"
import { RowStore } from "../../domain/dataset/RowStore.ts"
import { Organizations } from "../../domain/organizations/Organizations.ts"
import { overRows } from "../RowStoreLayer.ts"

export const { layerMemory, layerSql } = overRows(
  Layer.effect(
    Organizations,
    Effect.map(RowStore, (store) => {
      const organizations = store.of("organizations")
      const identities = store.of("organizationIdentities")
      return {
        find: (xid) => organizations.find({ xid }),
        findByIdentity: Effect.fnUntraced(function* (provider, providerOrgId) {
          const identity = yield* identities.find({ provider, providerOrgId })
          return Option.isNone(identity)
            ? Option.none()
            : yield* organizations.find({ id: identity.value.organizationId })
        })
      }
    })
  )
)
