import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { operatorId } from "../../src/demo/demoOperators.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { ChatIdentities } from "../../src/domain/chat/ChatIdentities.ts"
import { ChatIdentityTaken } from "../../src/domain/chat/ChatErrors.ts"
import * as ChatIdentitiesLayer from "../../src/layers/repositories/ChatIdentitiesLayer.ts"
import { chatDataset, chatTime } from "../support/datasets/chatDataset.ts"
import { twins } from "../support/twins.ts"

const identity = (externalUserId: string) => ({
  xid: `identity-${externalUserId}`,
  organizationId: organizationIds.A,
  installationId: 1,
  externalUserId,
  externalUserName: "Operator One",
  operatorId: operatorId("a"),
  linkedAt: chatTime,
  lastTurnAt: null
})

const user = (externalUserId: string) => ({ organizationId: organizationIds.A, installationId: 1, externalUserId })

twins("ChatIdentities", ChatIdentitiesLayer, chatDataset, (it) => {
  it.effect("INT-042: finds a user only in their own installation and organization", () =>
    Effect.gen(function* () {
      const { find, findByXid, insert } = yield* ChatIdentities
      yield* insert(identity("U1"))
      const found = Option.getOrThrow(yield* find(user("U1")))
      assert.deepInclude(found, identity("U1"))
      assert.deepStrictEqual(yield* findByXid(organizationIds.A, "identity-U1"), Option.some(found))
      assert.deepStrictEqual(yield* find({ ...user("U1"), installationId: 2 }), Option.none())
      assert.deepStrictEqual(yield* find({ ...user("U1"), organizationId: organizationIds.B }), Option.none())
      assert.deepStrictEqual(yield* find(user("u1")), Option.none())
      assert.deepStrictEqual(yield* findByXid(organizationIds.B, "identity-U1"), Option.none())
    })
  )

  it.effect("INT-042: links a user once per installation; a second link fails with ChatIdentityTaken", () =>
    Effect.gen(function* () {
      const { insert } = yield* ChatIdentities
      yield* insert(identity("U2"))
      const again = { ...identity("U2"), xid: "another" }
      assert.deepStrictEqual(yield* Effect.flip(insert(again)), new ChatIdentityTaken())
      yield* insert({ ...again, installationId: 2 })
    })
  )

  it.effect("INT-044: records the last turn of a linked user of the organization, and of nobody else", () =>
    Effect.gen(function* () {
      const { find, insert, updateLastTurn } = yield* ChatIdentities
      yield* insert(identity("U3"))
      const later = DateTime.add(chatTime, { minutes: 1 })
      const found = Option.getOrThrow(yield* updateLastTurn(user("U3"), later))
      assert.deepInclude(found, { ...identity("U3"), lastTurnAt: later })
      assert.deepStrictEqual(yield* find(user("U3")), Option.some(found))
      assert.deepStrictEqual(yield* updateLastTurn(user("U4"), later), Option.none())
      assert.deepStrictEqual(
        yield* updateLastTurn({ ...user("U3"), organizationId: organizationIds.B }, later),
        Option.none()
      )
    })
  )

  it.effect("INT-043: removes an identity once, only in its own organization", () =>
    Effect.gen(function* () {
      const { find, insert, remove } = yield* ChatIdentities
      yield* insert(identity("U5"))
      const { id } = Option.getOrThrow(yield* find(user("U5")))
      assert.isFalse(yield* remove({ organizationId: organizationIds.B, id }))
      assert.isTrue(yield* remove({ organizationId: organizationIds.A, id }))
      assert.isFalse(yield* remove({ organizationId: organizationIds.A, id }))
      assert.deepStrictEqual(yield* find(user("U5")), Option.none())
    })
  )
})
