import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hub } from "../support/servers/hub.ts"

const verbs = [
  "",
  "serve",
  "migrate",
  "bootstrap",
  "organizations",
  "organizations create",
  "organizations list",
  "seed",
  "reset",
  "demo",
  "import",
  "import members",
  "import reservations",
  "import insight",
  "import places",
  "members",
  "members close",
  "members merge",
  "keys",
  "keys create",
  "keys list",
  "keys rotate",
  "keys revoke",
  "installations",
  "installations add",
  "installations add chat",
  "installations add sms",
  "installations list",
  "installations rotate",
  "invite-links",
  "invite-links rotate",
  "assistants",
  "assistants allow",
  "assistants deny",
  "assistants list",
  "token",
  "token member",
  "token operator",
  "program",
  "program export",
  "program import",
  "outbox",
  "audit",
  "token assistant",
  "openapi",
  "doctor",
  "verify",
  "verify ledger",
  "report",
  "report liability",
  "simulate",
  "simulate earnings",
  "rotate",
  "rotate secret",
  "rotate insight-secret"
]

describe("hub --help", () => {
  it.live("lists every command", () =>
    Effect.gen(function* () {
      const { stdout } = yield* hub({}, "--help")
      const named = [...stdout.slice(stdout.indexOf("SUBCOMMANDS")).matchAll(/^ {2}([a-z-]+) {2,}/gm)].map(
        ([, name]) => name
      )
      assert.deepStrictEqual(
        named,
        verbs.filter((verb) => verb !== "" && !verb.includes(" "))
      )
    })
  )

  for (const verb of verbs) {
    it.live(`says what \`hub ${verb}\` does, with an example`, () =>
      Effect.gen(function* () {
        const { code, stderr, stdout } = yield* hub({}, ...verb.split(" ").filter((word) => word !== ""), "--help")
        assert.strictEqual(code, 0)
        assert.strictEqual(stderr, "")
        assert.match(stdout, /^DESCRIPTION\n {2}\S/)
        const examples = stdout.slice(stdout.indexOf("EXAMPLES"))
        assert.match(examples, new RegExp(`^ +(?:\\S+=\\S+ )*hub ${verb}`, "m"))
      })
    )
  }

  it.live("says the default of a flag that may be left out", () =>
    Effect.gen(function* () {
      for (const [verb, flag, standard] of [
        ["import members", "--format", "csv for \\*.csv, otherwise ndjson"],
        ["import reservations", "--format", "csv for \\*.csv, otherwise ndjson"],
        ["simulate earnings", "--days", "90"]
      ] as const) {
        const { stdout } = yield* hub({}, ...verb.split(" "), "--help")
        assert.match(stdout, new RegExp(`^ +${flag} .*\\[default: ${standard}\\]`, "m"), verb)
      }
    })
  )

  it.live("refuses a command without its subcommand, with the list of them on standard error", () =>
    Effect.gen(function* () {
      const groups = verbs.filter((verb) =>
        verbs.some((other) => other !== verb && other.startsWith(`${verb} `.trim()))
      )
      assert.includeMembers(groups, ["", "verify", "token", "installations add"])
      for (const verb of groups) {
        const path = verb.split(" ").filter((word) => word !== "")
        const { code, stderr, stdout } = yield* hub({}, ...path)
        assert.deepStrictEqual([code, stdout], [1, ""], verb)
        assert.include(stderr, "SUBCOMMANDS", verb)
        assert.match(stderr, new RegExp(`^${["hub", ...path].join(" ")} requires a subcommand\n$`, "m"), verb)
      }
    })
  )

  it.live("explains an invalid call on standard error, and where to read more", () =>
    Effect.gen(function* () {
      const missing = yield* hub({}, "keys", "create", "--json")
      assert.deepStrictEqual([missing.code, missing.stdout], [1, ""])
      assert.include(missing.stderr, "--surface")
      assert.include(missing.stderr, "See hub keys create --help")
      const unknown = yield* hub({}, "keys", "ceate")
      assert.deepStrictEqual([unknown.code, unknown.stdout], [1, ""])
      assert.include(unknown.stderr, "ceate")
    })
  )
})
