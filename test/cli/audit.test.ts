import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { OutputDrained } from "../../src/cli/OutputDrained.ts"
import { hub, type Run, temporaryDirectory } from "../support/servers/hub.ts"
import { at, keysOf } from "../support/http/service.ts"

// Each run opens the database again, a second or more where the machine is busy.
const entriesOf = (run: Run): ReadonlyArray<unknown> =>
  run.stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line): unknown => JSON.parse(line))

describe("hub audit", () => {
  it.live("prints entries oldest first, as text or as a JSON object per line, and filters them", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const directory = yield* temporaryDirectory
        const run = (...args: ReadonlyArray<string>) => hub({ HUB_DATA_DIR: directory }, ...args)
        assert.strictEqual((yield* run("seed", "--json")).code, 0)
        const all = yield* run("audit", "--json")
        assert.strictEqual(all.code, 0, all.stderr)
        const entries = entriesOf(all)
        assert.isAbove(entries.length, 10)
        assert.deepStrictEqual(keysOf(entries[0]), [
          "id",
          "at",
          "organizationId",
          "actor",
          "action",
          "subject",
          "before",
          "after",
          "requestId"
        ])
        const times = entries.map((entry) => String(at(entry, "at")))
        assert.deepStrictEqual(times, times.toSorted())
        const text = yield* run("audit")
        assert.lengthOf(text.stdout.trimEnd().split("\n"), entries.length)
        const unwanted = yield* Effect.provideService(run("audit"), OutputDrained, Effect.succeed(false))
        assert.lengthOf(unwanted.stdout.trimEnd().split("\n"), 1, "it ends with its reader")

        const [first] = entries
        const subject = String(at(first, "subject"))
        const of = (...args: ReadonlyArray<string>) => Effect.map(run("audit", "--json", ...args), entriesOf)
        assert.deepStrictEqual(
          yield* of("--subject", subject),
          entries.filter((entry) => at(entry, "subject") === subject)
        )
        const byMembers = entries.filter((entry) => at(entry, "actor.kind") === "member")
        assert.deepStrictEqual(yield* of("--actor", "member"), byMembers)
        const member = String(at(byMembers[0], "actor.id"))
        assert.deepStrictEqual(
          yield* of("--actor", `member:${member}`),
          byMembers.filter((entry) => at(entry, "actor.id") === member)
        )
        const middle = times[Math.floor(times.length / 2)] ?? ""
        assert.deepStrictEqual(
          [...(yield* of("--until", middle)), ...(yield* of("--since", middle))],
          entries,
          "--until and --since split the log"
        )
        assert.deepStrictEqual(
          yield* of("--organization", "organization-b"),
          entries.filter((entry) => at(entry, "organizationId") === 2)
        )
      })
    )
  )

  it.live("refuses an invalid actor, date or organization", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const directory = yield* temporaryDirectory
        assert.strictEqual((yield* hub({ HUB_DATA_DIR: directory }, "migrate")).code, 0)
        const refused = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
          const { code, stderr, stdout } = yield* hub({ HUB_DATA_DIR: directory }, "audit", ...args)
          assert.strictEqual(code, 1)
          return stderr + stdout
        })
        assert.include(yield* refused("--actor", "nobody"), "one of member, key, operator, assistant, link, system")
        assert.include(yield* refused("--subject", "01a22677"), "a kind and an id, such as tier:ID")
        assert.include(yield* refused("--since", "yesterday"), "a date that exists, such as 2027-01-31")
        assert.include(yield* refused("--since", "2026-02-30"), "a date that exists, such as 2027-01-31")
        const backwards = yield* refused("--since", "2026-03-02", "--until", "2026-03-01")
        assert.include(backwards, "--since must be before --until")
        assert.include(yield* refused("--organization", "no-such"), "There is no organization no-such")
      })
    )
  )
})
