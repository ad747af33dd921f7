import { Effect, Layer, Option } from "effect"
import { ChatInstallations } from "../../domain/chat/ChatInstallations.ts"
import { RowStore } from "../../domain/dataset/RowStore.ts"
import { OrganizationId } from "../../domain/organizations/Organization.ts"
import { noRow } from "../../domain/shared/Scalars.ts"
import { overRows } from "../RowStoreLayer.ts"

export const { layerMemory, layerSql } = overRows(
  Layer.effect(
    ChatInstallations,
    Effect.map(RowStore, (store) => {
      const installations = store.of("chatInstallations")
      const organizations = store.of("organizations")
      return ChatInstallations.of({
        findActive: Effect.fnUntraced(function* (xid) {
          const found = yield* installations.find({ xid })
          // Also without one, so that it takes as long.
          const id = Option.match(found, {
            onNone: () => OrganizationId.make(noRow),
            onSome: ({ organizationId }) => organizationId
          })
          const organization = Option.getOrUndefined(yield* organizations.find({ id }))
          return Option.filter(found, ({ status }) => status === "active" && organization?.status === "active")
        }),
        list: (organizationId) => installations.list({ organizationId }, { by: ["id"] }),
        insert: (installation) => Effect.orDie(Effect.asVoid(installations.insertNumbered(installation))),
        updateSecrets: ({ id, organizationId, ...secrets }) =>
          Effect.orDie(Effect.asVoid(installations.update({ organizationId, id }, secrets)))
      })
    })
  )
)
