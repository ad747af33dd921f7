import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { memberXid } from "../../src/demo/demoMembers.ts"
import { hub, temporaryDirectory } from "../support/servers/hub.ts"

it.live("DOMAIN 4.5: hub members close and merge end an account once, and the books still prove themselves", () =>
  Effect.gen(function* () {
    const environment = { HUB_DATA_DIR: yield* temporaryDirectory }
    const members = (...args: ReadonlyArray<string>) => hub(environment, "members", ...args)
    yield* hub(environment, "seed")
    const [M1, M2, M3] = [memberXid("M1"), memberXid("M2"), memberXid("M3")]

    const closed = yield* members("close", M3.toLowerCase(), "--json")
    assert.deepStrictEqual([closed.code, closed.at("")], [0, { memberId: M3, changed: true }], closed.stderr)
    assert.strictEqual((yield* members("close", M3)).stdout, `The account of ${M3} was closed already.\n`)

    const merged = yield* members("merge", M1, M2)
    assert.deepStrictEqual([merged.code, merged.stdout], [0, `${M1} is merged into ${M2}.\n`], merged.stderr)
    const again = yield* members("merge", M1, M2, "--json")
    assert.deepStrictEqual(again.at(""), { memberId: M1, mergedInto: M2, changed: false })

    for (const [source, target, message] of [
      [M2, M2, "Source and target are the same member."],
      [M3, M2, "The account of the source is closed."],
      [M2, M3, "The account of the target is closed."],
      [M2, "nobody", "There is no member nobody."]
    ] as const) {
      const refused = yield* members("merge", source, target)
      assert.deepStrictEqual([refused.code, refused.stderr], [1, `${message}\n`])
    }

    const log = (yield* hub(environment, "audit", "--json")).stdout.split("\n")
    for (const [action, member] of [
      ["member.closed", M3],
      ["member.merged", M1]
    ] as const) {
      const entries = log.filter((line) => line.includes(action) && line.includes(`"member:${member}"`))
      assert.lengthOf(entries, 1, action)
    }
    assert.strictEqual((yield* hub(environment, "verify", "ledger")).code, 0)
  })
)
