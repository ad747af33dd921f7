import { Effect, Layer, Option } from "effect"
import { RowStore } from "../../domain/dataset/RowStore.ts"
import { Workspaces } from "../../domain/messaging/Workspaces.ts"
import { ReservationXid } from "../../domain/reservations/Reservation.ts"
import { overRows } from "../RowStoreLayer.ts"

export const { layerMemory, layerSql } = overRows(
  Layer.effect(
    Workspaces,
    Effect.map(RowStore, (store) => {
      const workspaces = store.of("workspaces")
      const teams = store.of("teams")
      const members = store.of("teamMembers")
      const guests = store.of("guests")
      const reservations = store.of("reservations")
      return {
        find: (organizationId, xid) => workspaces.find({ organizationId, xid }),
        findById: (organizationId, id) => workspaces.find({ organizationId, id }),
        findTeam: (workspaceId, xid) => teams.find({ workspaceId, xid }),
        listTeamIds: (operatorId) =>
          Effect.map(members.list({ operatorId }, { by: ["teamId"] }), (rows) => rows.map(({ teamId }) => teamId)),
        findGuest: (organizationId, xid) => guests.find({ organizationId, xid }),
        hasReservation: (organizationId, externalId) =>
          Effect.map(reservations.find({ organizationId, externalId: ReservationXid.make(externalId) }), Option.isSome)
      }
    })
  )
)
