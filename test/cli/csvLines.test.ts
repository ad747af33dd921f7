import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Stream } from "effect"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { chunksOf } from "../../src/cli/import/chunksOf.ts"
import { csvLines } from "../../src/cli/import/csvLines.ts"
import { csvRecord } from "../../src/domain/imports/csvRecord.ts"
import type { Refused } from "../../src/cli/Refused.ts"
import { importLines } from "../../src/domain/imports/importLines.ts"
import * as AtomicLayer from "../../src/layers/AtomicLayer.ts"
import { temporaryDirectory } from "../support/servers/hub.ts"

/** Imports records of the columns `id` and `text`; the report, and the records by line. */
const importing = <E>(chunks: Stream.Stream<string, E>) =>
  Effect.gen(function* () {
    const written: Array<readonly [number, unknown]> = []
    const { lines, rejections } = yield* importLines({
      chunks: csvLines("rows.csv", ["id", "text"], chunks),
      read: csvRecord((value) => Result.succeed(value), []),
      keyOf: (value) => JSON.stringify(value),
      write: (items) =>
        Effect.sync(() => {
          written.push(...items.map(({ line, value }) => [line, value] as const))
          return items.map(({ line }) => ({ line, outcome: "created" as const }))
        }),
      dryRun: false,
      onProgress: () => Effect.void
    })
    return { lines, rejections, written }
  }).pipe(Effect.provide(AtomicLayer.layerMemory))

const run = (text: string, size = text.length) =>
  importing(
    Stream.fromIterable(
      Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size))
    )
  )

const fromHere = "the file is not valid CSV from here on"

describe("csvLines", () => {
  it.effect("keeps the records before the one at which the file stops being valid CSV, and refuses the rest", () =>
    Effect.gen(function* () {
      const faults = [
        ['"2"x,b\n', "a closing quote is followed by text"],
        ['"2" x,b\n', "a closing quote is followed by text"],
        ['2,b"c"\n', "a quote is inside a field without quotes"],
        ['2,"b\n', "a quote is not closed"],
        [`2,"${"b".repeat(1_100_000)}"\n`, "the record is longer than 1048576 bytes"]
      ] as const
      for (const [record, reason] of faults) {
        for (const lineEnd of ["\n", "\r\n"]) {
          const text = `id,text\n1,"a\nb"\n\n${record}3,c\n4,d\n`.replaceAll("\n", lineEnd)
          for (const size of record.length > 1000 ? [100_000] : [1, 7, 1000]) {
            assert.deepStrictEqual(
              yield* run(text, size),
              {
                lines: 5,
                rejections: [{ line: 5, reason: `${fromHere}: ${reason}` }],
                written: [[3, { id: "1", text: `a${lineEnd}b` }]]
              },
              `${record.slice(0, 10)} in chunks of ${size}`
            )
          }
        }
      }
      assert.deepStrictEqual((yield* run('id,"text')).rejections, [
        { line: 1, reason: `${fromHere}: a quote is not closed` }
      ])
    })
  )

  it.effect("rejects a record that is too long, and reads the ones after it", () =>
    Effect.gen(function* () {
      const { rejections, written } = yield* run(`id,text\n1,a\n2,"${"b\n".repeat(35_000)}"\n3,c\n`, 1000)
      assert.deepStrictEqual(rejections, [{ line: 35_003, reason: "is longer than 65536 characters" }])
      assert.deepStrictEqual(written, [
        [2, { id: "1", text: "a" }],
        [35_004, { id: "3", text: "c" }]
      ])
    })
  )

  it.effect("refuses a file that has a column twice, before a record is read", () =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(run("id,text, id ,id\n1,a,2,3\n"))
      assert.strictEqual(message, "rows.csv has a column more than once: id")
    })
  )
})

describe("chunksOf", () => {
  const read = Effect.fnUntraced(function* <A, E, R>(
    bytes: Uint8Array,
    use: (chunks: Stream.Stream<string, Refused>) => Effect.Effect<A, E, R>
  ) {
    const file = join(yield* temporaryDirectory, "file")
    yield* Effect.promise(() => writeFile(file, bytes))
    return yield* use(chunksOf(file))
  })

  it.effect("reads UTF-8 with or without a byte order mark, wherever it is cut", () =>
    Effect.gen(function* () {
      for (let length = 65_530; length <= 65_537; length++) {
        const long = `${"x".repeat(length)}Zoë 🙂 \uFFFD\uFEFF`
        assert.strictEqual(yield* read(Buffer.from(long), Stream.mkString), long)
      }
      assert.strictEqual(yield* read(Buffer.from("\uFEFFZoë"), Stream.mkString), "Zoë")
      assert.strictEqual(yield* read(Buffer.from(""), Stream.mkString), "")
    })
  )

  it.effect("marks what is not UTF-8", () =>
    Effect.gen(function* () {
      for (const bytes of [
        Buffer.from("Zoë,", "latin1"),
        Buffer.from("Zoë").subarray(0, 3),
        Buffer.from("\uFEFFZoe", "utf16le"),
        Buffer.concat([Buffer.alloc(65_535, "x"), Buffer.from("ë,", "latin1")]),
        Buffer.alloc(5, 0x80)
      ]) {
        assert.isFalse((yield* read(bytes, Stream.mkString)).isWellFormed())
      }
    })
  )

  it.effect("rejects the lines of a CSV file that are not UTF-8, and imports the others", () =>
    Effect.gen(function* () {
      const reason = "is not encoded in UTF-8"
      const file = Buffer.concat([
        Buffer.from('id,text\n1,"\uFFFD"\n'),
        Buffer.from('2,"H\u00f4tel"\n\n3,"l\u00ecne\none"\n', "latin1"),
        Buffer.from("4,Zoë\n")
      ])
      assert.deepStrictEqual(yield* read(file, importing), {
        lines: 7,
        rejections: [
          { line: 3, reason },
          { line: 6, reason }
        ],
        written: [
          [2, { id: "1", text: "\uFFFD" }],
          [7, { id: "4", text: "Zoë" }]
        ]
      })
    })
  )

  it.effect("refuses a CSV file whose header is not UTF-8", () =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(read(Buffer.from("id,t\u00eaxt\n1,a\n", "latin1"), importing))
      assert.strictEqual(message, "rows.csv is not encoded in UTF-8")
    })
  )
})
