import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Service from "../http/service.ts"
import { neededPermissions } from "./neededPermissions.ts"
import { type Cases, changingNothing, type Subject } from "./Subject.ts"

/** Who may call, with which permissions: every needed permission is necessary, and together they suffice. */
export const credentials = (it: Cases, subject: Subject) => {
  const { answers, call, endpoint, facts, id, refused, status } = subject
  const { foreign, holding, permissions, proves, strongest } = facts

  if (strongest === undefined) {
    it.effect(`GEN-002, ${proves.credential}: ${id} ignores any credential`, () =>
      Effect.gen(function* () {
        for (const [kind, headers] of Object.entries(foreign)) answers(yield* call({ headers }), status, kind)
      })
    )
  } else {
    it.effect(`GEN-002, GEN-007, ${proves.credential}: ${id} refuses a missing, broken or foreign credential`, () =>
      changingNothing(
        Effect.gen(function* () {
          refused(yield* call({}), 401, "no credential")
          for (const [kind, headers] of Object.entries(foreign)) refused(yield* call({ headers }), 401, kind)
        })
      )
    )
  }

  if (holding === undefined) return
  const needed = neededPermissions(endpoint) ?? []

  for (const lacking of needed) {
    it.effect(`${proves.permission}: ${id} refuses a credential with every permission but ${lacking}`, () =>
      Effect.gen(function* () {
        assert.include(permissions, lacking)
        const headers = yield* holding(permissions.filter((permission) => permission !== lacking))
        refused(yield* changingNothing(call({ headers })), 403, `without ${lacking}`)
      })
    )
  }

  it.effect(`${proves.permission}: ${id} needs ${needed.join(" and ") || "no permission"}, and nothing else`, () =>
    Effect.gen(function* () {
      const service = yield* Service.Service
      yield* service.reset
      answers(yield* call({ headers: yield* holding(needed) }), status, "with the needed permissions alone")
    })
  )
}
