import { Effect, Layer, Option } from "effect"
import { RowStore } from "../../domain/dataset/RowStore.ts"
import { InviteLinks } from "../../domain/invites/InviteLinks.ts"
import { NotFound } from "../../domain/shared/NotFound.ts"
import { overRows } from "../RowStoreLayer.ts"

export const { layerMemory, layerSql } = overRows(
  Layer.effect(
    InviteLinks,
    Effect.map(RowStore, (store) => {
      const links = store.of("inviteLinks")
      const organizations = store.of("organizations")
      const programs = store.of("programs")
      const properties = store.of("properties")
      return InviteLinks.of({
        findByToken: Effect.fnUntraced(function* (tokenHash) {
          const link = Option.getOrUndefined(yield* links.find({ tokenHash }))
          if (link === undefined || !link.active) return Option.none()
          const { id, organizationId, propertyId } = link
          if (Option.isNone(yield* organizations.find({ id: organizationId, status: "active" }))) return Option.none()
          const active = yield* programs.list({ organizationId, status: "active" }, { by: ["id"], limit: 2 })
          const programId = active.length === 1 ? (active[0]?.id ?? null) : null
          return Option.some({ id, organizationId, propertyId, tokenHash: link.tokenHash, programId })
        }),
        getVenue: Effect.fnUntraced(function* (documentId) {
          const venue = Option.getOrUndefined(yield* properties.find({ documentId }))
          if (venue === undefined) return yield* new NotFound({})
          const { id, name, organizationId } = venue
          return { id, name, organizationId }
        }),
        updateToken: Effect.fnUntraced(function* ({ now: rotatedAt, organizationId, propertyId, tokenHash }) {
          const changed = yield* links.update({ organizationId, propertyId }, { tokenHash, active: true, rotatedAt })
          if (changed.length > 0) return
          yield* links.insertNumbered({ organizationId, propertyId, tokenHash, active: true, rotatedAt })
        }, Effect.orDie)
      })
    })
  )
)
