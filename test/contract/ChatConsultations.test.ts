import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { operatorId } from "../../src/demo/demoOperators.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { ChatConsultations } from "../../src/domain/chat/ChatConsultations.ts"
import * as ChatConsultationsLayer from "../../src/layers/repositories/ChatConsultationsLayer.ts"
import { chatDataset, chatInstallationAt, chatTime } from "../support/datasets/chatDataset.ts"
import { twins } from "../support/twins.ts"

const { id: installationId, organizationId, workspaceId } = chatInstallationAt(0)

const consultation = (xid: string, externalUserId: string) => ({
  xid,
  organizationId,
  installationId,
  externalUserId,
  operatorId: operatorId("a"),
  workspaceId,
  turns: 1,
  startedAt: chatTime,
  endsAt: DateTime.add(chatTime, { minutes: 15 }),
  closedAt: null,
  closedBy: null
})

const user = (externalUserId: string) => ({ organizationId, installationId, externalUserId })

twins("ChatConsultations", ChatConsultationsLayer, chatDataset, (it) => {
  it.effect("INT-044: finds the open consultation of a user, until it is closed", () =>
    Effect.gen(function* () {
      const { close, findOpen, insert } = yield* ChatConsultations
      yield* insert(consultation("c1", "U1"))
      assert.deepInclude(Option.getOrThrow(yield* findOpen(user("U1"))), consultation("c1", "U1"))
      assert.isTrue(Option.isNone(yield* findOpen(user("U0"))))
      assert.isTrue(Option.isNone(yield* findOpen({ ...user("U1"), organizationId: organizationIds.B })))
      yield* close({ ...user("U1"), organizationId: organizationIds.B }, { by: "user", at: chatTime })
      assert.isTrue(Option.isSome(yield* findOpen(user("U1"))))
      yield* close(user("U1"), { by: "user", at: chatTime })
      assert.isTrue(Option.isNone(yield* findOpen(user("U1"))))
      yield* close(user("U1"), { by: "time", at: chatTime })
      yield* insert(consultation("c2", "U1"))
      assert.strictEqual(Option.getOrThrow(yield* findOpen(user("U1"))).xid, "c2")
    })
  )

  it.effect("INT-044: a user has at most one open consultation, with at most ten turns", () =>
    Effect.gen(function* () {
      const { findOpen, insert, updateTurns } = yield* ChatConsultations
      yield* insert(consultation("c3", "U3"))
      assert.isTrue((yield* Effect.exit(insert(consultation("c4", "U3"))))._tag === "Failure")
      const { id } = Option.getOrThrow(yield* findOpen(user("U3")))
      yield* updateTurns({ organizationId: organizationIds.B, id }, 9)
      assert.strictEqual(Option.getOrThrow(yield* findOpen(user("U3"))).turns, 1)
      yield* updateTurns({ organizationId, id }, 10)
      assert.strictEqual(Option.getOrThrow(yield* findOpen(user("U3"))).turns, 10)
      assert.isTrue((yield* Effect.exit(updateTurns({ organizationId, id }, 11)))._tag === "Failure")
    })
  )
})
