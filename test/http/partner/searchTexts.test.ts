import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { isFailure, key, partner, statusAndCode } from "../../support/partner.ts"
import * as Service from "../../support/http/service.ts"

const searches = {
  "/fulfillments/autocomplete/offers": 100,
  "/fulfillments/search": 100,
  "/members": 100,
  "/vguests/guest-invites": 200,
  "/access/teammates": 100
}

layer(Service.layer())("search texts", (it) => {
  for (const [path, maximum] of Object.entries(searches)) {
    it.effect(
      `PAR-018, PAR-022, PAR-041: ${path} accepts a q of 1 to ${maximum} characters, none of them a control character`,
      () =>
        Effect.gen(function* () {
          const { get } = yield* partner
          const search = (q: string) => get(`${path}?q=${encodeURIComponent(q)}`, key("PA"))
          for (const q of ["", "\0", "a\0b", "a\nb", "a\tb", "\u0085", "x".repeat(maximum + 1)]) {
            const answer = yield* search(q)
            assert.deepStrictEqual(statusAndCode(answer), [400, "invalid_parameter"], JSON.stringify(q))
            assert.isTrue(isFailure(answer))
          }
          for (const q of ["a", "\u{1f600}".repeat(maximum), "\ufffd", "%", "é"]) {
            assert.strictEqual((yield* search(q)).status, 200, q)
          }
        })
    )
  }
})
