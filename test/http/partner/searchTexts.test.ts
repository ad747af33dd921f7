import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { isFailure, key, partner, statusAndCode } from "../../support/partner.ts"
import * as Service from "../../support/service.ts"

const searches = {
  "/fulfillments/autocomplete/offers": 100,
  "/fulfillments/search": 100,
  "/members": 100,
  "/vguests/guest-invites": 200,
  "/access/teammates": 100
}

layer(Service.layer())("texts to search for", (it) => {
  for (const [path, most] of Object.entries(searches)) {
    it.effect(
      `PAR-018, PAR-022, PAR-041: ${path} takes one line of 1 to ${most} characters, and no control character`,
      () =>
        Effect.gen(function* () {
          const { get } = yield* partner
          const search = (q: string) => get(`${path}?q=${encodeURIComponent(q)}`, key("PA"))
          for (const q of ["", "\0", "a\0b", "a\nb", "a\tb", "\u0085", "x".repeat(most + 1)]) {
            const answer = yield* search(q)
            assert.deepStrictEqual(statusAndCode(answer), [400, "invalid_parameter"], JSON.stringify(q))
            assert.isTrue(isFailure(answer))
          }
          for (const q of ["a", "\u{1f600}".repeat(most), "\ufffd", "%", "é"]) {
            assert.strictEqual((yield* search(q)).status, 200, q)
          }
        })
    )
  }
})
