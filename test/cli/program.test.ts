import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { programXid } from "../../src/demo/demoPrograms.ts"
import { hub, temporaryDirectory } from "../support/servers/hub.ts"
import { each, recordOf } from "../support/http/service.ts"

// Each run opens the database again, a second or more where the machine is busy.
describe("hub program", () => {
  it.live("exports a program as a file and imports it, after showing the plan, all or nothing", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const directory = yield* temporaryDirectory
        const run = (...args: ReadonlyArray<string>) => hub({ HUB_DATA_DIR: directory }, ...args)
        const fileOf = (name: string, text: string | Uint8Array) =>
          Effect.promise(async () => {
            const path = join(directory, name)
            await writeFile(path, text)
            return path
          })
        assert.strictEqual((yield* run("seed", "--json")).code, 0)
        const exported = yield* run("program", "export", programXid("A"))
        assert.strictEqual(exported.code, 0, exported.stderr)
        const path = yield* fileOf("program.json", exported.stdout)

        const same = yield* run("program", "import", "--dry-run", "--json", path)
        assert.deepStrictEqual([same.code, same.at("dryRun"), same.at("imported")], [0, true, false], same.stderr)
        assert.deepStrictEqual([...new Set(each(same.at("results"), "", "outcome"))], ["unchanged"])

        const latin1 = yield* fileOf("latin1.json", Buffer.from('{ "name": "H\u00f4tel" }', "latin1"))
        assert.strictEqual((yield* run("program", "import", latin1)).stderr, `${latin1} is not encoded in UTF-8\n`)

        const renamed = yield* fileOf("renamed.json", exported.stdout.replace('"name": "Gold"', '"name": "Golden"'))
        const tried = yield* run("program", "import", "--dry-run", renamed)
        assert.strictEqual(tried.code, 0, tried.stderr)
        assert.match(tried.stdout, /^change +tier +level 3$/m)
        assert.match(tried.stdout, /^keep +program +Program A$/m)
        assert.include(tried.stdout, "Nothing was written.")
        assert.strictEqual((yield* run("program", "export", programXid("A"))).stdout, exported.stdout)

        const imported = yield* run("program", "import", renamed)
        assert.strictEqual(imported.code, 0, imported.stderr)
        assert.include(imported.stdout, `Imported program ${programXid("A")}.`)
        const after = yield* run("program", "export", programXid("A"))
        assert.strictEqual(after.stdout, exported.stdout.replace('"name": "Gold"', '"name": "Golden"'))

        const venueIds = each(exported.at("venueIds"), "").map(String)
        const [leaving = "", ...staying] = venueIds
        const fewer = yield* fileOf("fewer.json", JSON.stringify({ ...recordOf(exported.at("")), venueIds: staying }))
        const plan = yield* run("program", "import", "--dry-run", fewer)
        assert.strictEqual(plan.code, 0, plan.stderr)
        assert.match(plan.stdout, new RegExp(`^change +program venue +Program A: removes ${leaving}$`, "m"))
        const planned = yield* run("program", "import", "--dry-run", "--json", fewer)
        const replaced = each(planned.at("results"), "", "removed").filter((removed) => removed !== undefined)
        assert.deepStrictEqual(replaced, [[leaving]])

        const draft = yield* fileOf("draft.json", exported.stdout.replace('"status": "active"', '"status": "draft"'))
        const refused = yield* run("program", "import", draft)
        assert.strictEqual(refused.code, 1)
        assert.match(refused.stdout, /^refuse +program +Program A: it is active, and cannot become draft$/m)
        assert.include(refused.stdout, "Nothing was written.")
        assert.strictEqual(refused.stderr, "1 rows of the file cannot be imported.\n")
        assert.strictEqual((yield* run("program", "export", programXid("A"))).stdout, after.stdout)

        const broken = yield* run("program", "import", yield* fileOf("broken.json", '{"format": "hub.program/1"}'))
        assert.strictEqual(broken.code, 1)
        assert.include(broken.stderr, "The file cannot be used:\n  organization: ")
        const elsewhere = yield* run("program", "import", "--organization", "organization-b", path)
        assert.strictEqual(elsewhere.code, 1)
        const missing = yield* run("program", "export", "no-such")
        assert.deepStrictEqual([missing.code, missing.stderr], [1, "There is no program no-such\n"])
      })
    )
  )
})
