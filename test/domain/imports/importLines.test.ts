import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Schema, Stream } from "effect"
import { importLines, type Item, type LinesImport, type Written } from "../../../src/domain/imports/importLines.ts"
import { ndjson } from "../../../src/domain/imports/ndjson.ts"
import { splitLines } from "../../../src/domain/imports/splitLines.ts"
import { undecodable } from "../../../src/domain/imports/undecodable.ts"
import * as AtomicLayer from "../../../src/layers/AtomicLayer.ts"

const Row = Schema.Struct({ id: Schema.String, points: Schema.Int })
type Row = typeof Row.Type

const created = (items: ReadonlyArray<Item<Row>>): ReadonlyArray<Written> =>
  items.map(({ line }) => ({ line, outcome: "created" }))

const run = (
  chunks: ReadonlyArray<string>,
  change: Partial<LinesImport<Row, never, never, never, never, never>> = {}
) =>
  importLines({
    chunks: Stream.fromIterable(chunks),
    read: ndjson(Row),
    keyOf: ({ id }) => id,
    write: (items) => Effect.succeed(created(items)),
    dryRun: false,
    onProgress: () => Effect.void,
    ...change
  }).pipe(Effect.provide(AtomicLayer.layerMemory))

const line = (id: string) => JSON.stringify({ id, points: 1 })

describe("splitLines", () => {
  it("splits at LF and CRLF, wherever the chunks are cut, and numbers lines from 1", () => {
    const text = "one\r\ntwo\n\nfour\r\n  five"
    for (let size = 1; size <= text.length; size++) {
      const lines = splitLines(100)
      const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
        text.slice(at * size, (at + 1) * size)
      )
      assert.deepStrictEqual(
        [...chunks.flatMap(lines.add), ...lines.finish()],
        ["one", "two", "", "four", "  five"].map((one, index) => ({ line: index + 1, text: one })),
        `chunks of ${size}`
      )
    }
    assert.deepStrictEqual(splitLines(1).finish(), [])
  })

  it("drops the text of a line that is too long, and continues after it", () => {
    const lines = splitLines(5)
    const found = [
      ...["12345\n12", "3456", "7".repeat(1000), "\nnext", "\n123456"].flatMap(lines.add),
      ...lines.finish()
    ]
    assert.deepStrictEqual(
      found.map(({ text }) => text),
      ["12345", undefined, "next", undefined]
    )
  })
})

describe("ndjson", () => {
  it("reports what is wrong with a line, with at most three reasons", () => {
    const read = ndjson(
      Schema.Struct({ a: Schema.Int, b: Schema.Array(Schema.Int), c: Schema.String, d: Schema.String })
    )
    const reason = (text: string) => Result.getOrElse(Result.flip(read(text)), () => "none")
    assert.strictEqual(reason('{"a":1,"b":[2],"c":"","d":""}'), "none")
    assert.strictEqual(reason("{"), "is not JSON")
    assert.match(reason('{"a":1,"b":[2,"x"],"c":"","d":""}'), /^b\[1\]: /)
    assert.match(reason('{"a":1,"b":[],"c":"","d":"","e":1}'), /^e: /)
    assert.match(reason("{}"), /^a: [^;]+; b: [^;]+; c: [^;]+; 1 more$/)
    assert.match(reason("[]"), /^[^:]+$/)
  })
})

describe("importLines", () => {
  it.effect("counts the outcome of each line, and reports rejected ones in order", () =>
    Effect.gen(function* () {
      const report = yield* run([`${line("a")}\nnope\n\n${line("b")}\n${line("c")}\n${"x".repeat(70_000)}`], {
        write: (items) =>
          Effect.succeed(
            items.map(({ line: at, value }): Written => {
              if (value.id === "a") return { line: at, outcome: "rejected", reason: "is refused" }
              return { line: at, outcome: value.id === "b" ? "updated" : "unchanged" }
            })
          )
      })
      assert.deepStrictEqual(report, {
        lines: 6,
        created: 0,
        updated: 1,
        unchanged: 1,
        rejected: 3,
        rejections: [
          { line: 1, reason: "is refused" },
          { line: 2, reason: "is not JSON" },
          { line: 6, reason: "is longer than 65536 characters" }
        ]
      })
    })
  )

  it.effect("rejects lines that are not UTF-8, wherever they are cut", () =>
    Effect.gen(function* () {
      const marked = `{"id":"Z${undecodable}"`
      const report = yield* run([`${line("a")}\n${marked}`, `}\n${line("\uFFFD")}\n${undecodable}`])
      const reason = "is not encoded in UTF-8"
      assert.deepStrictEqual(
        [report.created, report.rejections],
        [
          2,
          [
            { line: 2, reason },
            { line: 4, reason }
          ]
        ]
      )
    })
  )

  it.effect("writes batches of up to 500 lines in file order, with no key twice in a batch", () =>
    Effect.gen(function* () {
      const batches: Array<ReadonlyArray<string>> = []
      const ids = Array.from({ length: 1100 }, (_, index) => `r${index}`).toSpliced(3, 0, "r1")
      const report = yield* run([ids.map(line).join("\n")], {
        write: (items) =>
          Effect.sync(() => {
            batches.push(items.map(({ value }) => value.id))
            return created(items)
          })
      })
      assert.deepStrictEqual(batches.flat(), ids)
      assert.deepStrictEqual(
        batches.map((batch) => batch.length),
        [3, 500, 500, 98]
      )
      for (const batch of batches) assert.strictEqual(new Set(batch).size, batch.length)
      assert.strictEqual(report.created, 1101)
    })
  )

  it.effect("reports the first thousand rejected lines and counts the rest; shows progress after each batch", () =>
    Effect.gen(function* () {
      const progress: Array<number> = []
      const text = `${"nope\n".repeat(1500)}${Array.from({ length: 1000 }, (_, index) => line(`${index}`)).join("\n")}`
      const report = yield* run([text], {
        onProgress: ({ lines }) => Effect.sync(() => void progress.push(lines))
      })
      assert.deepStrictEqual([report.lines, report.rejected, report.rejections.length], [2500, 1500, 1000])
      assert.deepStrictEqual(progress, [2001, 2500])
    })
  )
})
