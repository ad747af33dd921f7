import { Effect, Layer, Option } from "effect"
import { ChatIdentities } from "../../domain/chat/ChatIdentities.ts"
import { ChatIdentityTaken } from "../../domain/chat/ChatErrors.ts"
import { RowStore } from "../../domain/dataset/RowStore.ts"
import { overRows } from "../RowStoreLayer.ts"

export const { layerMemory, layerSql } = overRows(
  Layer.effect(
    ChatIdentities,
    Effect.map(RowStore, (store) => {
      const identities = store.of("chatIdentities")
      return ChatIdentities.of({
        find: ({ externalUserId, installationId, organizationId }) =>
          identities.find({ organizationId, installationId, externalUserId }),
        findByXid: (organizationId, xid) => identities.find({ organizationId, xid }),
        insert: (identity) =>
          identities.insertNumbered(identity).pipe(
            Effect.asVoid,
            Effect.catchTag("Conflict", (conflict) =>
              conflict.constraint === "chat_identities_user_key"
                ? Effect.fail(new ChatIdentityTaken())
                : Effect.die(conflict)
            )
          ),
        updateLastTurn: ({ externalUserId, installationId, organizationId }, lastTurnAt) =>
          identities.update({ organizationId, installationId, externalUserId }, { lastTurnAt }).pipe(
            Effect.orDie,
            Effect.map(([identity]) => Option.fromUndefinedOr(identity))
          ),
        remove: ({ id, organizationId }) =>
          Effect.map(identities.remove({ organizationId, id }), (removed) => removed > 0)
      })
    })
  )
)
