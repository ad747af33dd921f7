import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hub, temporaryDirectory } from "../support/servers/hub.ts"

// Each run opens the database again, a second or more where the machine is busy.
describe("hub assistants", () => {
  it.live("INT-025: allows, denies and lists assistant hosts, each change in the audit log", () =>
    Effect.gen(function* () {
      const environment = { HUB_DATA_DIR: yield* temporaryDirectory }
      const run = (...args: ReadonlyArray<string>) => hub(environment, ...args)
      assert.strictEqual((yield* run("migrate")).code, 0)
      assert.include((yield* run("assistants", "list")).stdout, "There are no assistant hosts.")
      const missing = yield* run("assistants", "deny", "host-1")
      assert.strictEqual(missing.code, 1)
      assert.include(missing.stderr, "No assistant host is registered as host-1.")

      const allowed = yield* run("assistants", "allow", "host-1", "--name", "Host one", "--json")
      assert.deepStrictEqual(
        [allowed.at("clientId"), allowed.at("name"), allowed.at("allowed")],
        ["host-1", "Host one", true]
      )
      assert.include((yield* run("assistants", "deny", "host-1")).stdout, "Assistant host host-1 (Host one) is denied.")
      const listed = yield* run("assistants", "list", "--json")
      assert.deepStrictEqual([listed.at("items.0.clientId"), listed.at("items.0.allowed")], ["host-1", false])

      // Allowing it again keeps its name and time of creation.
      const again = yield* run("assistants", "allow", "host-1", "--json")
      assert.deepStrictEqual(again.at(""), allowed.at(""))
      const audit = yield* run("audit", "--json")
      const actions = audit.stdout
        .trim()
        .split("\n")
        .map((line): unknown => JSON.parse(line).action)
      assert.deepStrictEqual(actions, ["assistant_client.allow", "assistant_client.deny", "assistant_client.allow"])
    }).pipe(Effect.scoped)
  )

  it.live("INT-025: refuses a client id that no token can carry", () =>
    Effect.gen(function* () {
      for (const clientId of ["", "a\nb", "a".repeat(256)]) {
        const run = yield* hub({}, "assistants", "allow", clientId)
        assert.strictEqual(run.code, 1, clientId)
      }
    })
  )
})
