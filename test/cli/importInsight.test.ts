import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { hub, temporaryDirectory } from "../support/servers/hub.ts"

// Each run opens the database again, a second or more where the machine is busy.
const secret = "the present secret of thirty-two characters"

const line = (id: number, more: object = {}) =>
  JSON.stringify({ pmsGuestId: `G-${id}`, status: "enriched", matchConfidence: 0.5, ...more })

it.live("PAR-061, PAR-062: hub import insight is repeatable; hub rotate insight-secret hashes every record again", () =>
  Effect.gen(function* () {
    const directory = yield* temporaryDirectory
    const run = (...args: ReadonlyArray<string>) => hub({ HUB_DATA_DIR: directory, HUB_SECRET: secret }, ...args)
    yield* run("migrate")
    const created = yield* run("organizations", "create", "--slug", "grand", "--name", "Grand", "--json")
    assert.strictEqual(created.code, 0, created.stderr)
    const file = join(directory, "guests.ndjson")
    const lines = Array.from({ length: 21_000 }, (_, index) => line(index))
    yield* Effect.promise(() => writeFile(file, [...lines, "nope", line(1, { propertyId: "nowhere" })].join("\n")))
    const importing = (...more: ReadonlyArray<string>) =>
      run("import", "insight", "--organization", "grand", file, ...more)

    const dry = yield* importing("--dry-run", "--json")
    assert.deepStrictEqual([dry.code, dry.at("dryRun"), dry.at("created")], [1, true, 21_000])
    const first = yield* importing()
    assert.deepStrictEqual(
      [first.code, first.stdout],
      [
        1,
        [
          "21002 lines read: 21000 records created, 0 updated, 0 unchanged; 2 rejected.",
          "line 21001: is not JSON",
          "line 21002: propertyId: the organization has no nowhere\n"
        ].join("\n")
      ]
    )
    assert.match(
      first.stderr,
      /^10\d{3} lines read: \d+ created, 0 updated, 0 unchanged, 0 rejected\n20\d{3} lines read/
    )
    assert.match(first.stderr, /\n2 lines were rejected\.\n$/)

    yield* Effect.promise(() => writeFile(file, [line(0, { matchConfidence: 0.9 }), ...lines.slice(1)].join("\n")))
    const second = yield* importing("--next-run", "2030-01-01T00:00:00Z", "--json")
    assert.deepStrictEqual(
      [second.code, second.at("created"), second.at("updated"), second.at("unchanged"), second.at("rejected")],
      [0, 0, 1, 20_999, 0]
    )

    const rotated = yield* run("rotate", "insight-secret", "grand", "--json")
    assert.deepStrictEqual([rotated.code, rotated.at("records")], [0, 21_000])
    assert.strictEqual(rotated.at("organization"), created.at("id"))
    const third = yield* importing("--json")
    assert.deepStrictEqual([third.at("created"), third.at("unchanged")], [0, 21_000])

    for (const [refused, message] of [
      [yield* run("import", "insight", "--organization", "nobody", file), /^There is no organization nobody/],
      [yield* run("rotate", "insight-secret", "nobody"), /^There is no organization nobody/],
      [yield* run("import", "insight", "--organization", "grand", join(directory, "none")), /there is no such file\n$/],
      [
        yield* importing("--next-run", "2026-02-30T00:00:00Z"),
        /--next-run: "2026-02-30T00:00:00Z"\. Expected: a date that exists/
      ]
    ] as const) {
      assert.deepStrictEqual([refused.code, refused.stdout], [1, ""])
      assert.match(refused.stderr, message)
    }
  })
)
