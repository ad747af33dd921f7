import { assert, layer } from "@effect/vitest"
import { PGlite } from "@electric-sql/pglite"
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm"
import { Context, Effect, Layer } from "effect"
import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import * as EmbeddedLock from "../../src/layers/EmbeddedLockLayer.ts"
import { createEmpty } from "../support/servers/emptyDatabase.ts"
import { hub, root, type Run, temporaryDirectory } from "../support/servers/hub.ts"

// Each run opens the database again, a second or more where the machine is busy.
/** A directory with a migrated embedded database; no process has it open between tests. */
class Data extends Context.Service<
  Data,
  { readonly directory: string; readonly run: (...args: ReadonlyArray<string>) => Effect.Effect<Run> }
>()("test/cli/importPlaces/Data") {}

const data = Layer.effect(
  Data,
  Effect.gen(function* () {
    const directory = yield* temporaryDirectory
    const run = (...args: ReadonlyArray<string>) => hub({ HUB_DATA_DIR: directory }, ...args)
    assert.strictEqual((yield* run("migrate", "--json")).code, 0)
    return Data.of({ directory, run })
  })
)

const fixture = (name: string) => join(root, "test/fixtures", name)

const placesIn = (directory: string) =>
  Effect.promise(async () => {
    const db = await PGlite.create({ dataDir: join(directory, "postgres"), extensions: { pg_trgm } })
    const { rows } = await db.query("SELECT p.source_id, p.name, p.search_name FROM places p ORDER BY p.source_id")
    await db.close()
    return rows
  })

layer(data, { excludeTestServices: true })("hub import places", (it) => {
  it.effect("imports files repeatedly, reports the lines that it rejects, and exits with 1 for them", () =>
    Effect.gen(function* () {
      const { directory, run } = yield* Data
      const geonames = yield* run("import", "places", "--format", "geonames", fixture("geonames.txt"), "--json")
      assert.strictEqual(geonames.code, 1)
      assert.strictEqual(geonames.stderr, "5 lines were rejected.\n")
      assert.deepStrictEqual(
        [geonames.at("imported"), geonames.at("rejected"), geonames.at("rejections.0")],
        [5, 5, { line: 4, reason: "1 columns instead of 19" }]
      )
      for (const stored of [2, 2]) {
        const airports = yield* run("import", "places", "--format", "ourairports", fixture("ourairports.csv"))
        assert.strictEqual(airports.code, 1)
        assert.strictEqual(
          airports.stdout,
          [
            `${stored} places imported from 11 lines: 4 irrelevant lines skipped, 4 rejected.`,
            "line 5: something follows a closing quote",
            "line 6: 6 columns instead of 19",
            "line 7: latitude 98.7 is not between -90 and 90",
            "line 11: there is no name\n"
          ].join("\n")
        )
      }
      assert.deepStrictEqual(yield* placesIn(directory), [
        { source_id: "geonames:2264397", name: "Portugal", search_name: "portugal" },
        { source_id: "geonames:2267056", name: "Lisbon District", search_name: "lisbon district" },
        { source_id: "geonames:2267057", name: "Lisbon Again", search_name: "lisbon again" },
        { source_id: "geonames:6619277", name: "Belém Tower", search_name: "belem tower" },
        {
          source_id: "ourairports:LPPT",
          name: 'Humberto Delgado Airport (Lisbon "Portela" Airport)',
          search_name: 'humberto delgado airport lisbon "portela" airport'
        },
        { source_id: "ourairports:PT-0006", name: "Scheduled Field", search_name: "scheduled field" }
      ])
    })
  )

  it.effect("exits with 0 if no line is rejected, and reports its progress on standard error", () =>
    Effect.gen(function* () {
      const { directory, run } = yield* Data
      const file = join(directory, "large.txt")
      const line = (id: number) => `${id}\tC${id}\t\t\t1\t2\tP\tPPL\tPT\t\t14\t\t\t\t${id % 50 === 0 ? 7 : 0}\t\t\t\t`
      yield* Effect.promise(() =>
        writeFile(file, Array.from({ length: 210_000 }, (_, index) => line(index + 1)).join("\n"))
      )
      const large = yield* run("import", "places", "--format", "geonames", file, "--json")
      assert.strictEqual(large.code, 0, large.stderr)
      assert.deepStrictEqual([large.at("lines"), large.at("imported"), large.at("rejected")], [210_000, 4200, 0])
      assert.match(large.stderr, /^\d+ lines read, \d+ places\n/)
    })
  )

  it.effect("rejects lines that are not UTF-8, and counts the rejections beyond those that it prints", () =>
    Effect.gen(function* () {
      const { directory, run } = yield* Data
      const file = join(directory, "latin1.txt")
      const line = (id: number, name: string) => `${id}\t${name}\t\t\t1\t2\tP\tPPL\tDE\t\t14\t\t\t\t7\t\t\t\t\n`
      const text = [line(900_001, "K\u00f6ln"), line(900_002, "Bonn"), "broken\n".repeat(1001)].join("")
      yield* Effect.promise(() => writeFile(file, text, "latin1"))
      const { code, stdout } = yield* run("import", "places", "--format", "geonames", file)
      const lines = stdout.trimEnd().split("\n")
      assert.deepStrictEqual(
        [code, lines[0], lines[1], lines.length, lines.at(-1)],
        [
          1,
          "1 places imported from 1003 lines: 0 irrelevant lines skipped, 1002 rejected.",
          "line 1: is not encoded in UTF-8",
          1002,
          "and 2 more"
        ]
      )
    })
  )

  it.effect("refuses a missing file, a file of another format, and an embedded database that is in use", () =>
    Effect.gen(function* () {
      const { directory, run } = yield* Data
      const missing = yield* run("import", "places", "--format", "geonames", join(directory, "none.txt"))
      assert.deepStrictEqual([missing.code, missing.stdout], [1, ""])
      assert.match(missing.stderr, /none\.txt cannot be read: there is no such file\n$/)
      const other = yield* run("import", "places", "--format", "ourairports", fixture("geonames.txt"))
      assert.deepStrictEqual(
        [other.code, other.stderr],
        [1, "The first line is not the header of OurAirports' airports.csv.\n"]
      )
      const unmigrated = join(directory, "unmigrated")
      yield* Effect.promise(() => mkdir(unmigrated))
      yield* createEmpty(unmigrated)
      const early = yield* hub(
        { HUB_DATA_DIR: unmigrated },
        "import",
        "places",
        "--format",
        "geonames",
        fixture("geonames.txt")
      )
      assert.deepStrictEqual([early.code, early.stderr], [1, "The database is not migrated: run `hub migrate`.\n"])
      const held = run("import", "places", "--format", "geonames", fixture("geonames.txt"))
      const refused = yield* held.pipe(Effect.provide(EmbeddedLock.layer(directory)))
      assert.strictEqual(refused.code, 1)
      assert.include(refused.stderr, `${directory} is in use by process`)
    })
  )
})
