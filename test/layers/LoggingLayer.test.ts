import { assert, describe, it, layer } from "@effect/vitest"
import { Cause, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { loggableCause } from "../../src/layers/logging/loggableCause.ts"
import { program, root } from "../support/servers/hub.ts"
import { captureLogs } from "../support/logs.ts"
import * as Postgres from "../support/servers/Postgres.ts"

const guestText = "Guest One wrote this"

/** The one line that `effect` logs, and its fields. */
const lineOf = Effect.fnUntraced(function* <E>(effect: Effect.Effect<unknown, E>) {
  const logs = captureLogs()
  yield* Effect.provide(effect, logs.layer)
  const [line, ...others] = logs.lines()
  assert.isDefined(line)
  assert.deepStrictEqual(others, [])
  return line
})

describe("LoggingLayer", () => {
  it.effect("GEN-013: writes message, fields, annotations and cause as one line of JSON", () =>
    Effect.gen(function* () {
      const { fields, text } = yield* lineOf(
        Effect.logError(
          "two",
          "words",
          { count: 3, none: undefined },
          Cause.die(new Error("broken\nin two lines"))
        ).pipe(Effect.annotateLogs({ service: "core" }))
      )
      assert.strictEqual(text.indexOf("\n"), text.length - 1)
      const { cause, time: _, ...rest } = fields
      assert.deepStrictEqual(rest, { level: "ERROR", message: "two words", count: 3, service: "core" })
      assert.match(String(cause), /^Error: broken\nin two lines\n\s+at /)
    })
  )

  it.effect("GEN-013: omits entries below the configured level", () =>
    Effect.gen(function* () {
      const logs = captureLogs("Warn")
      yield* Effect.logInfo("quiet").pipe(Effect.andThen(Effect.logWarning("loud")), Effect.provide(logs.layer))
      assert.deepStrictEqual(
        logs.lines().map(({ fields }) => [fields["level"], fields["message"]]),
        [["WARN", "loud"]]
      )
    })
  )

  it.effect("GEN-009, GEN-010: logs what failed, but no values", () =>
    Effect.gen(function* () {
      const parse = Effect.sync(() => JSON.parse(`{"text": ${guestText}`))
      const decode = Schema.decodeUnknownEffect(Schema.Struct({ body: Schema.Int }))({ body: guestText })
      const credentials =
        "inv_0123456789abcdef lnk_0123456789abcdef chl_0123456789abcdef whs_0123456789abcdef " +
        "hub_live_ptr_0123456789abcdef eyJhbGciOiJSUzI1NiJ9.eyJzdWIi.c2ln postgres://hub:pass@db/hub Bearer x1y2"
      for (const [failing, expected] of [
        [parse, "SyntaxError: Unexpected token"],
        [decode, 'at ["..."]'],
        [Effect.die(new Error(credentials)), `Error: ${"[removed] ".repeat(6)}postgres://[removed]@db/hub [removed]`],
        [Effect.die(guestText), "a string was thrown"]
      ] as const) {
        const cause = yield* Effect.flip(Effect.sandbox(failing))
        const { fields, text } = yield* lineOf(Effect.logError("failed", cause))
        assert.include(fields["cause"], expected)
        const never = [guestText, "Guest One", "0123456789abcdef", "eyJ", "pass", "x1y2"]
        for (const word of never) assert.notInclude(text, word)
      }
    })
  )

  it.live("GEN-013: loses no line when the process ends, by itself or by an uncaught error", () =>
    Effect.gen(function* () {
      const script = (end: string) => `
        import { Effect, Scope } from "effect"
        import * as LoggingLayer from "${root}/src/layers/LoggingLayer.ts"
        const sink = Effect.runSync(Effect.provideService(LoggingLayer.standardOutput, Scope.Scope, Scope.makeUnsafe()))
        for (let i = 0; i < 1000; i++) sink(i + "\\n")
        ${end}`
      for (const [end, code] of [
        ["process.exit(0)", 0],
        ["throw new Error('uncaught')", 1]
      ] as const) {
        const run = yield* program({}, process.execPath, "--input-type=module", "--eval", script(end))
        assert.strictEqual(run.code, code, run.stderr)
        assert.strictEqual(run.stdout, Array.from({ length: 1000 }, (_, i) => `${i}\n`).join(""))
      }
    })
  )

  it.live("GEN-013: keeps a bounded number of lines while the disk is full, and writes again once it is not", () =>
    Effect.gen(function* () {
      const file = join(tmpdir(), `hub-full-${process.pid}.log`)
      yield* Effect.addFinalizer(() => Effect.promise(() => rm(file, { force: true })))
      const script = `
        import { Effect, Scope } from "effect"
        import { truncateSync } from "node:fs"
        import * as LoggingLayer from "${root}/src/layers/LoggingLayer.ts"
        const sink = Effect.runSync(Effect.provideService(LoggingLayer.standardOutput, Scope.Scope, Scope.makeUnsafe()))
        const line = "x".repeat(1023) + "\\n"
        for (let i = 0; i < 300_000; i++) sink(line)
        const { rss } = process.memoryUsage()
        // What waits fits into the file in part only.
        for (let i = 0; i < 50; i++) {
          truncateSync("${file}")
          for (let n = 0; n < 64; n++) sink("last\\n".padStart(1024))
        }
        process.stderr.write(String(rss))`
      // A limit on the size of files, in blocks of 512 bytes or 1 KiB, takes the place of a small disk.
      const limited = 'ulimit -f 2000; exec "$0" --input-type=module --eval "$1" >> "$2"'
      const run = yield* program({}, "sh", "-c", limited, process.execPath, script, file)
      assert.strictEqual(run.code, 0, run.stderr)
      assert.isBelow(Number(run.stderr), 300 * 1024 * 1024)
      assert.match(yield* Effect.promise(() => readFile(file, "utf8")), / last\n$/)
    })
  )
})

layer(Postgres.layer)("loggableCause of a database", (it) => {
  it.effect("GEN-009, GEN-010: logs code, table and constraint, and no value of a row or a parameter", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`CREATE TABLE notes (body text CONSTRAINT notes_body_key UNIQUE, stars integer CHECK (stars > 0))`
      yield* sql`INSERT INTO notes VALUES (${guestText}, 1)`
      for (const [statement, ...expected] of [
        [sql`INSERT INTO notes VALUES (${guestText}, 1)`, "23505", "notes_body_key", "table notes"],
        [sql`INSERT INTO notes VALUES (${`${guestText} again`}, 0)`, "23514", "notes_stars_check"],
        [sql`SELECT ${guestText}::text::integer`, "22P02 data exception"],
        [sql`SELECT ${guestText}::text::date`, "22007 data exception"],
        [sql`SELECT nothing FROM notes`, "42703", "nothing"]
      ] as const) {
        const cause = yield* Effect.flip(Effect.sandbox(statement))
        const printed = Cause.pretty(loggableCause(cause))
        for (const word of expected) assert.include(printed, word)
        assert.notInclude(printed, guestText)
        assert.notInclude(printed, "Failing row")
      }
    })
  )
})
