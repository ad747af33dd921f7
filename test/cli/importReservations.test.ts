import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { demoIds } from "../../src/demo/demoIds.ts"
import { hub, type Run, temporaryDirectory } from "../support/servers/hub.ts"

// Each run opens the database again, a second or more where the machine is busy.
const { members, venues } = demoIds
const { V1, W1 } = venues

/** A directory with the demo data in an embedded database; no process has it open between tests. */
class Data extends Context.Service<
  Data,
  {
    readonly run: (...args: ReadonlyArray<string>) => Effect.Effect<Run>
    /** Writes a file; its path. */
    readonly file: (name: string, text: string | Uint8Array) => Effect.Effect<string>
  }
>()("test/cli/importReservations/Data") {}

const data = Layer.effect(
  Data,
  Effect.gen(function* () {
    const directory = yield* temporaryDirectory
    const run = (...args: ReadonlyArray<string>) => hub({ HUB_DATA_DIR: directory }, ...args)
    assert.strictEqual((yield* run("seed", "--json")).code, 0)
    const file = (name: string, text: string | Uint8Array) =>
      Effect.promise(async () => {
        const path = join(directory, name)
        await writeFile(path, text)
        return path
      })
    return Data.of({ run, file })
  })
)

const counts = (run: Run) => ["created", "updated", "unchanged", "rejected"].map((name) => run.at(name))

const ofA = ["--organization", "organization-a"]

layer(data, { excludeTestServices: true })("hub import", (it) => {
  it.effect("reservations: imports NDJSON repeatably, with a dry run first, and exits with 1 for rejected lines", () =>
    Effect.gen(function* () {
      const { file, run } = yield* Data
      const lines = [
        { reservationId: "CLI-1", propertyId: V1, memberId: members.M1, status: "confirmed", checkIn: "2027-05-01" },
        { reservationId: "CLI-2", propertyId: V1, status: "inquiry" },
        { reservationId: "CLI-3", propertyId: W1, status: "confirmed" }
      ]
      const stays = yield* file("stays.ndjson", lines.map((line) => JSON.stringify(line)).join("\r\n"))
      const importing = (...args: ReadonlyArray<string>) => run("import", "reservations", ...ofA, stays, ...args)
      const tried = yield* importing("--dry-run", "--json")
      assert.deepStrictEqual([tried.code, tried.at("dryRun"), counts(tried)], [1, true, [2, 0, 0, 1]])
      const first = yield* importing("--json")
      assert.deepStrictEqual([first.code, first.at("dryRun"), counts(first)], [1, false, [2, 0, 0, 1]])
      assert.deepStrictEqual(first.at("rejections"), [{ line: 3, reason: `propertyId: the organization has no ${W1}` }])
      assert.strictEqual(first.stderr, "1 line was rejected.\n")
      const again = yield* importing()
      assert.strictEqual(
        again.stdout,
        [
          "3 lines read: 0 reservations created, 0 updated, 2 unchanged; 1 rejected.",
          `line 3: propertyId: the organization has no ${W1}\n`
        ].join("\n")
      )
      assert.strictEqual((yield* run("verify", "ledger")).code, 0)
    })
  )

  it.effect("reservations: reports a line that is not UTF-8, and imports the others", () =>
    Effect.gen(function* () {
      const { file, run } = yield* Data
      const lines = ["UTF-1", "UTF-2", "UTF-3"].map((reservationId) =>
        JSON.stringify({ reservationId, propertyId: V1, status: "inquiry", guestLastName: "Zo\u00eb" })
      )
      const bytes = lines.map((line, index) => Buffer.from(`${line}\n`, index === 1 ? "latin1" : "utf8"))
      const stays = yield* file("bytes.ndjson", Buffer.concat(bytes))
      const report = yield* run("import", "reservations", ...ofA, stays, "--json")
      assert.deepStrictEqual([report.code, counts(report)], [1, [2, 0, 0, 1]])
      assert.deepStrictEqual(report.at("rejections"), [{ line: 2, reason: "is not encoded in UTF-8" }])
    })
  )

  it.effect(
    "reservations: reads CSV with quoted line ends, and reports the line of the file and what is wrong with a record",
    () =>
      Effect.gen(function* () {
        const { file, run } = yield* Data
        const csv = yield* file(
          "stays.csv",
          [
            "\uFEFFreservationId,propertyId,status,guestCount,guestLastName",
            `1,${V1},confirmed,2,"O""Neil,`,
            'Jr"',
            `2,${V1},confirmed`,
            `3,${V1},pending,many,`,
            "",
            `4,${V1},pending,3,`
          ].join("\r\n")
        )
        const importing = run("import", "reservations", ...ofA, "--per-property", csv, "--json")
        const first = yield* importing
        assert.deepStrictEqual([first.code, first.at("lines"), counts(first)], [1, 7, [2, 0, 0, 2]])
        assert.deepStrictEqual(first.at("rejections"), [
          { line: 4, reason: "3 fields instead of 5" },
          { line: 5, reason: "guestCount: Expected number" }
        ])
        assert.deepStrictEqual(counts(yield* importing), [0, 0, 2, 2])
        const headless = yield* file("headless.csv", `1,${V1},confirmed\n`)
        const refused = yield* run("import", "reservations", ...ofA, "--format", "csv", headless)
        assert.strictEqual(refused.code, 1)
        assert.include(refused.stderr, `has unknown columns: 1, ${V1}, confirmed. Known: reservationId, propertyId`)
        const open = yield* file("open.csv", `reservationId,propertyId,status\n5,${V1},pending\n"6,${V1},pending\n`)
        const broken = yield* run("import", "reservations", ...ofA, "--format", "csv", open, "--json")
        assert.deepStrictEqual([broken.code, counts(broken)], [1, [1, 0, 0, 1]])
        assert.deepStrictEqual(broken.at("rejections"), [
          { line: 3, reason: "the file is not valid CSV from here on: a quote is not closed" }
        ])
      })
  )

  it.effect("reservations: reads the formats of hotel systems, for a named venue", () =>
    Effect.gen(function* () {
      const { file, run } = yield* Data
      const mews = yield* file(
        "mews.ndjson",
        JSON.stringify({
          Id: "a4a5ff6b-5a37-4d0c-b0c4-aa71b2d4c0d1",
          Number: "52",
          State: "Confirmed",
          StartUtc: "2027-03-18T14:00:00Z",
          EndUtc: "2027-03-25T10:00:00Z"
        })
      )
      const importing = (...args: ReadonlyArray<string>) =>
        run("import", "reservations", ...ofA, "--format", "mews", mews, ...args)
      const unnamed = yield* importing()
      assert.deepStrictEqual([unnamed.code, unnamed.stderr], [1, "--property is required with this format.\n"])
      const own = yield* run("import", "reservations", ...ofA, "--property", V1, mews)
      assert.deepStrictEqual(
        [own.code, own.stderr],
        [1, "--property is only for mews and hostaway: lines of this format name their own venue.\n"]
      )
      const foreign = yield* importing("--property", W1)
      assert.deepStrictEqual([foreign.code, foreign.stderr], [1, `The organization has no venue ${W1}.\n`])
      const done = yield* importing("--property", V1, "--json")
      assert.deepStrictEqual([done.code, counts(done)], [0, [1, 0, 0, 0]])
      assert.deepStrictEqual(counts(yield* importing("--property", V1, "--json")), [0, 0, 1, 0])
      const hostaway = yield* file(
        "hostaway.ndjson",
        JSON.stringify({ id: 13, status: "new", arrivalDate: "2027-07-15", departureDate: "2027-07-16" })
      )
      const other = yield* run(
        "import",
        "reservations",
        ...ofA,
        "--format",
        "hostaway",
        "--property",
        V1,
        hostaway,
        "--json"
      )
      assert.deepStrictEqual(counts(other), [1, 0, 0, 0])
    })
  )

  it.effect("members: imports NDJSON and CSV repeatably, into an organization that exists", () =>
    Effect.gen(function* () {
      const { file, run } = yield* Data
      const line = {
        memberId: "01KDVDNA0000000000000CH001",
        firstName: "Ana",
        lastName: "Example",
        email: "ana@example.com"
      }
      const ndjson = yield* file("members.ndjson", `${JSON.stringify(line)}\n`)
      const importing = (...args: ReadonlyArray<string>) => run("import", "members", ...ofA, ...args, "--json")
      const first = yield* importing(ndjson)
      assert.deepStrictEqual([first.code, counts(first)], [0, [1, 0, 0, 0]], first.stdout)
      const csv = yield* file(
        "members.csv",
        `memberId,firstName,lastName,email,phone\n${Object.values(line).join(",")},\n`
      )
      assert.deepStrictEqual(counts(yield* importing("--format", "csv", csv)), [0, 0, 1, 0])
      const nobody = yield* run("import", "members", "--organization", "nobody", ndjson)
      assert.strictEqual(nobody.code, 1)
      assert.match(nobody.stderr, /^There is no organization nobody\nAvailable: .*organization-a \(/)
      const missing = yield* run("import", "members", ...ofA, "/nowhere.ndjson")
      assert.strictEqual(missing.code, 1)
      assert.include(missing.stderr, "/nowhere.ndjson")
    })
  )
})
