import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { assistantClientIds } from "../../src/demo/demoAssistants.ts"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { AssistantClients } from "../../src/domain/assistants/AssistantClients.ts"
import * as AssistantClientsLayer from "../../src/layers/repositories/AssistantClientsLayer.ts"
import { twins } from "../support/twins.ts"

const dataset = demoWithoutCities(DateTime.makeUnsafe("2026-05-10T12:00:00Z"))
const [allowed, denied] = dataset.assistantClients
const added = {
  clientId: "another-host",
  name: "Another host",
  allowlisted: true,
  createdAt: DateTime.makeUnsafe("2026-05-10T12:00:00Z")
}

twins("AssistantClients", AssistantClientsLayer, dataset, (it) => {
  it.effect("INT-025: finds a host only by its exact client id", () =>
    Effect.gen(function* () {
      const { find, findForUpdate } = yield* AssistantClients
      assert.deepStrictEqual(yield* find(assistantClientIds.allowed), Option.fromUndefinedOr(allowed))
      assert.deepStrictEqual(yield* find(assistantClientIds.denied), Option.fromUndefinedOr(denied))
      assert.deepStrictEqual(yield* findForUpdate(assistantClientIds.denied), Option.fromUndefinedOr(denied))
      assert.deepStrictEqual(yield* findForUpdate("unknown"), Option.none())
      for (const unknown of ["", "hub-assistan", "hub-assistantt", "HUB-ASSISTANT", "Assistant host"]) {
        assert.deepStrictEqual(yield* find(unknown), Option.none(), unknown)
      }
    })
  )

  it.effect("INT-025: registers a host once, lists hosts oldest first, and changes one", () =>
    Effect.gen(function* () {
      const clients = yield* AssistantClients
      assert.deepStrictEqual(yield* clients.list(1), dataset.assistantClients.slice(0, 1))
      assert.isTrue(yield* clients.insert(added))
      assert.isFalse(yield* clients.insert({ ...added, name: "Other", allowlisted: false }))
      assert.deepStrictEqual(yield* clients.list(10), [...dataset.assistantClients, added])
      yield* clients.update(added.clientId, { name: "Renamed", allowlisted: false })
      assert.deepStrictEqual(
        yield* clients.find(added.clientId),
        Option.some({ ...added, name: "Renamed", allowlisted: false })
      )
      assert.deepStrictEqual(yield* clients.find(assistantClientIds.allowed), Option.fromUndefinedOr(allowed))
    })
  )
})
