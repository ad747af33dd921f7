import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { openCursor, requireIssued, scanPage, type Walk } from "../../../src/domain/messaging/scanPage.ts"
import { OrganizationId } from "../../../src/domain/organizations/Organization.ts"
import { CursorInvalid, Cursors } from "../../../src/domain/shared/Cursors.ts"

/** Cursors in clear text: the binding and the position. */
const legible = Layer.succeed(Cursors, {
  seal: (binding, position) => `${binding}|${position}`,
  open: (binding, cursor) => {
    const [sealedFor, position] = cursor.split("|")
    if (position === undefined) return { _tag: "Invalid" }
    return sealedFor === binding ? { _tag: "Position", position } : { _tag: "Conflict" }
  }
})

const walk: Walk = { view: "actions", scope: "ws-1", organizationId: OrganizationId.make(7), caller: "key 1" }

const cursorOf = (of: Walk) =>
  Effect.map(
    scanPage(of, [1, 2, 3], (row) => `at ${row}`, 2),
    ({ nextCursor }) => nextCursor
  )

describe("the cursors of a walk", () => {
  it.effect("HUB-032: are bound to view, organization, workspace, guest, caller and filter", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* cursorOf(walk), "actions 7 ws-1  key 1|at 2")
      assert.strictEqual(yield* cursorOf({ ...walk, guest: "g1" }), "actions 7 ws-1 g1 key 1|at 2")
      assert.strictEqual(yield* cursorOf({ ...walk, filter: "team-1" }), "actions 7 ws-1  key 1 team-1|at 2")
      const opened = yield* openCursor(walk, "actions 7 ws-1  key 1|at 2")
      assert.deepStrictEqual(opened, { _tag: "Position", position: "at 2" })
    }).pipe(Effect.provide(legible))
  )

  it.effect("A-11: end with the last record, and name the last one scanned before", () =>
    Effect.gen(function* () {
      const page = (rows: ReadonlyArray<number>) => scanPage(walk, rows, (row) => `at ${row}`, 2)
      for (const rows of [[], [1], [1, 2]]) {
        assert.deepStrictEqual(yield* page(rows), { scanned: rows, nextCursor: null })
      }
      assert.deepStrictEqual((yield* page([1, 2, 3])).scanned, [1, 2])
    }).pipe(Effect.provide(legible))
  )

  it.effect("HUB-031: are refused if this service did not issue them, whatever query they belong to", () =>
    Effect.gen(function* () {
      yield* requireIssued(undefined)
      yield* requireIssued("another|position")
      assert.instanceOf(yield* Effect.flip(requireIssued("forged")), CursorInvalid)
      yield* requireIssued("|position")
    }).pipe(Effect.provide(legible))
  )
})
