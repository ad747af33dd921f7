import { assert } from "@effect/vitest"
import { Context, Effect } from "effect"
import { permissionsByRequestOf, permissionsOf } from "../../../src/http/surface/permission.ts"
import { Verb } from "../../../src/http/surface/Verb.ts"
import { neededPermissions } from "./neededPermissions.ts"
import type { Cases, Subject } from "./Subject.ts"

/**
 * Every endpoint has its surface's access middleware, is declared by a verb, and declares exactly the permissions that
 * it needs.
 */
export const declarations = (it: Cases, { endpoint, facts, id, operation }: Subject) => {
  const { access, holding, permissions, proves } = facts

  it.effect(`GEN-002, ${proves.permission}: ${id} declares its access middleware, its verb and its permissions`, () =>
    Effect.sync(() => {
      assert.strictEqual(operation.operationId, id, "it is in the document")
      const middleware = [...endpoint.middlewares].map(({ key }) => key)
      assert.isTrue(
        access.some((key) => middleware.includes(key)),
        `${id} has the middleware ${middleware.join() || "none"}`
      )
      assert.isDefined(Context.get(endpoint.annotations, Verb), `${id} has no verb`)
      if (holding === undefined) return
      const needed = neededPermissions(endpoint) ?? assert.fail(`${id} is not in the table of needed permissions`)
      for (const permission of needed) assert.include(permissions, permission)
      const byRequest = permissionsByRequestOf(endpoint)
      if (byRequest.length > 0) assert.include(byRequest, needed.join())
      else assert.sameMembers([...permissionsOf(endpoint)], [...needed])
    })
  )
}
