import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Service from "../http/service.ts"
import type { MatrixFacts } from "./MatrixFacts.ts"
import { fits } from "./pathVariants.ts"
import type { Cases, Subject } from "./Subject.ts"

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]

/** Other methods of the path get 405 with an Allow header. */
export const otherMethods = (it: Cases, { facts, id, sample }: Subject) => {
  const { headers, isFailure, proves, strongest, surface } = facts

  it.effect(`GEN-006, GEN-007, ${proves.envelope}: the path of ${id} answers other methods with 405 and Allow`, () =>
    Effect.gen(function* () {
      const service = yield* Service.Service
      const path = sample.path.split("?")[0] ?? ""
      const served = new Set(surface.endpoints.filter((other) => fits(other.path, path)).map(({ method }) => method))
      for (const other of methods.filter((name) => ![...served].some((method) => method === name))) {
        const answer = yield* service.call(other, path, { headers: { ...headers?.(), ...strongest } })
        assert.strictEqual(answer.status, 405, `${other} ${path}`)
        const allowed = (answer.headers.get("allow") ?? "").split(", ")
        for (const method of served) assert.include(allowed, method)
        assert.notInclude(allowed, other)
        assert.isTrue(isFailure(answer), answer.text)
      }
    })
  )
}

/** Unknown routes get 404 in the surface's shape. */
export const unknownRoutes = (it: Cases, { isFailure, proves, strongest, surface }: MatrixFacts) => {
  it.effect(`GEN-006, GEN-007, ${proves.envelope}: an unknown route under the surface is 404 in its shape`, () =>
    Effect.gen(function* () {
      const service = yield* Service.Service
      for (const prefix of surface.prefixes) {
        for (const method of methods) {
          const answer = yield* service.call(method, `${prefix}/no-such-route`, { headers: { ...strongest } })
          assert.strictEqual(answer.status, 404)
          assert.isTrue(isFailure(answer), answer.text)
        }
      }
    })
  )
}
