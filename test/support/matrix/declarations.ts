import { assert } from "@effect/vitest"
import { Context, Effect } from "effect"
import { permissionsByRequestOf, permissionsOf } from "../../../src/http/surface/permission.ts"
import { Verb } from "../../../src/http/surface/Verb.ts"
import type { Cases, Subject } from "./Subject.ts"

/** Every endpoint stands behind its surface's access, is declared by a verb, and says which permissions it needs. */
export const declarations = (it: Cases, { endpoint, facts, id, operation, sample }: Subject) => {
  const { access, holding, open, permissions, proves } = facts

  it.effect(`GEN-002, ${proves.permission}: ${id} stands behind its access, by a verb, with its permissions`, () =>
    Effect.sync(() => {
      assert.strictEqual(operation.operationId, id, "it is in the document")
      const middleware = [...endpoint.middlewares].map(({ key }) => key)
      assert.isTrue(
        access.some((key) => middleware.includes(key)),
        `${id} stands behind ${middleware.join() || "nothing"}`
      )
      assert.isDefined(Context.get(endpoint.annotations, Verb), `${id} is declared by no verb`)
      if (holding === undefined) return
      const byRequest = permissionsByRequestOf(endpoint)
      const fixed = permissionsOf(endpoint)
      if (byRequest.length > 0) {
        const needed = sample.permissions ?? []
        assert.isNotEmpty(needed, `the sample of ${id} says what it needs`)
        assert.isTrue(byRequest.includes(needed.join()), `${id} documents ${needed.join()}`)
      } else if (open.includes(id)) assert.isEmpty(fixed)
      else assert.isNotEmpty(fixed, `${id} needs no permission`)
      for (const permission of fixed) assert.include(permissions, permission)
    })
  )
}
