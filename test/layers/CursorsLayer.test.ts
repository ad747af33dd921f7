import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import * as fc from "fast-check"
import { BrandPosition } from "../../src/domain/brands/Brand.ts"
import { positionOf } from "../../src/domain/brands/BrandPlace.ts"
import { BrandRow } from "../../src/domain/brands/BrandRow.ts"
import { Cursors } from "../../src/domain/shared/Cursors.ts"
import * as CursorsLayer from "../../src/layers/CursorsLayer.ts"
import * as DigestsLayer from "../../src/layers/DigestsLayer.ts"

/** Fresh, as a shared layer would be built once, with the secret of one deployment only. */
const cursorsOf = (secret: string, ...former: ReadonlyArray<string>) =>
  Layer.fresh(CursorsLayer.layer).pipe(
    Layer.provide(
      DigestsLayer.layer(
        Redacted.make(secret),
        former.map((one) => Redacted.make(one))
      )
    )
  )

const altered = (cursor: string) => `${cursor.slice(0, -1)}${cursor.endsWith("A") ? "B" : "A"}`

/** The pattern of a messaging selector (HUB-031). */
const selector = /^[a-zA-Z0-9][a-zA-Z0-9:._-]{0,179}$/

const position = fc.string({ unit: "binary-ascii", maxLength: 90 })
const binding = fc.string({ unit: "grapheme", maxLength: 300 })

layer(cursorsOf("a secret of thirty-two characters"))("Cursors", (it) => {
  it.effect("HUB-031, A-02: 10,000 cursors match the selector pattern, and open to their positions", () =>
    Effect.map(Cursors, ({ open, seal }) =>
      fc.assert(
        fc.property(binding, position, (question, at) => {
          const cursor = seal(question, at)
          assert.match(cursor, selector)
          assert.strictEqual(cursor, seal(question, at))
          assert.deepStrictEqual(open(question, cursor), { _tag: "Position", position: at })
        }),
        { numRuns: 10_000 }
      )
    )
  )

  it.effect("HUB-018: the longest position of a brand makes a cursor of at most 512 characters", () =>
    Effect.map(Cursors, ({ open, seal }) => {
      const documentId = BrandRow.fields.documentId.make("d".repeat(49))
      const name = BrandRow.fields.name.make("é".repeat(150))
      const at = BrandPosition.make(positionOf({ documentId, name }))
      const cursor = seal("brands 1", at)
      assert.isAtMost(cursor.length, 512)
      assert.deepStrictEqual(open("brands 1", cursor), { _tag: "Position", position: at })
    })
  )

  it.effect("HUB-020, HUB-031: a cursor with any character replaced, inserted or cut is Invalid", () =>
    Effect.map(Cursors, ({ open, seal }) =>
      fc.assert(
        fc.property(
          binding,
          position,
          fc.nat(),
          fc.constantFrom(..."ABCabc019-_.:=+/ \n%é"),
          fc.constantFrom("replace", "insert", "cut"),
          (question, at, where, char, how) => {
            const cursor = seal(question, at)
            const i = where % (cursor.length + (how === "insert" ? 1 : 0))
            const altered =
              cursor.slice(0, i) + (how === "cut" ? "" : char) + cursor.slice(how === "insert" ? i : i + 1)
            fc.pre(altered !== cursor)
            assert.deepStrictEqual(open(question, altered), { _tag: "Invalid" })
          }
        ),
        { numRuns: 10_000 }
      )
    )
  )

  it.effect("HUB-020: any other text is Invalid, even another encoding of a cursor", () =>
    Effect.map(Cursors, ({ open, seal }) => {
      const cursor = seal("question", "at")
      const [, body = ""] = cursor.split(".")
      const standard = body.replaceAll("-", "+").replaceAll("_", "/")
      const others = ["", "c1", "c1.", "c1.AAAA", "c2.", `c2.${body}`, body, `C1.${body}`, `c1.c1.${body}`]
      for (const other of [...others, `${cursor}=`, `${cursor}==`, `c1.${standard}==`, ` ${cursor}`, `${cursor}\0`]) {
        assert.deepStrictEqual(open("question", other), { _tag: "Invalid" }, other)
      }
      fc.assert(
        fc.property(fc.string({ maxLength: 200 }), (text) => {
          assert.deepStrictEqual(open("question", text), { _tag: "Invalid" })
          assert.deepStrictEqual(open("question", `c1.${text}`), { _tag: "Invalid" })
        }),
        { numRuns: 2000 }
      )
    })
  )

  it.effect("HUB-020, HUB-032: a cursor of another query is a Conflict", () =>
    Effect.map(Cursors, ({ open, seal }) =>
      fc.assert(
        fc.property(binding, binding, position, (question, other, at) => {
          fc.pre(question !== other)
          assert.deepStrictEqual(open(other, seal(question, at)), { _tag: "Conflict" })
        }),
        { numRuns: 2000 }
      )
    )
  )

  it.effect("HUB-020: a cursor joined from two, and one of another deployment, are Invalid", () =>
    Effect.gen(function* () {
      const { open, seal } = yield* Cursors
      const [a, b] = [seal("question", "position a"), seal("question", "position b")]
      for (let i = 4; i < a.length; i++) {
        const mixed = a.slice(0, i) + b.slice(i)
        if (mixed !== a && mixed !== b) assert.deepStrictEqual(open("question", mixed), { _tag: "Invalid" }, mixed)
      }
      const elsewhere = yield* Cursors.useSync((cursors) => cursors.seal("question", "at")).pipe(
        Effect.provide(cursorsOf("another secret of thirty-two chars"))
      )
      assert.deepStrictEqual(open("question", elsewhere), { _tag: "Invalid" })
    })
  )

  it.effect(
    "HUB-020, HUB-032: a cursor signed with a former secret is valid, and new ones are signed with the current one",
    () =>
      Effect.gen(function* () {
        const former = "a former secret of thirty-two chars"
        const seal = Cursors.useSync((cursors) => cursors.seal("question", "at"))
        const before = yield* Effect.provide(seal, cursorsOf(former))
        const { open, now } = yield* Cursors.useSync((cursors) => ({
          open: cursors.open,
          now: cursors.seal("question", "at")
        })).pipe(
          Effect.provide(
            cursorsOf("a present secret of thirty-two chars", "one older still of thirty-two chars", former)
          )
        )
        assert.deepStrictEqual(open("question", before), { _tag: "Position", position: "at" })
        assert.deepStrictEqual(open("another question", before), { _tag: "Conflict" })
        assert.deepStrictEqual(open("question", altered(before)), { _tag: "Invalid" })
        assert.notStrictEqual(now, before)
        const formerly = yield* Cursors.useSync((cursors) => cursors.open("question", now)).pipe(
          Effect.provide(cursorsOf(former))
        )
        assert.deepStrictEqual(formerly, { _tag: "Invalid" })
      })
  )
})
