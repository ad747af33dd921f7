import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layer as operatorLayer, operatorRoutes, sessionOf } from "../../support/operator.ts"
import { statusAndCode } from "../../support/partner.ts"
import { at } from "../../support/http/service.ts"

const scope = "scope=ws-a-main"

layer(operatorLayer())("the order of the operators' checks", (it) => {
  it.effect("0.3: all syntax of a read is judged before the permission", () =>
    Effect.gen(function* () {
      const { get } = yield* operatorRoutes()
      const refused = [
        [`/messaging?${scope}&view=thread`, "missing_parameter"],
        [`/messaging?${scope}&view=threads&before=zzz`, "invalid_cursor"],
        [`/messaging?${scope}&view=actions&before=zzz`, "invalid_cursor"],
        [`/collaboration?${scope}&view=comments`, "missing_parameter"],
        [`/collaboration?${scope}&view=attention&before=zzz`, "invalid_cursor"]
      ] as const
      for (const [path, code] of refused) {
        for (const name of ["none", "read"]) {
          assert.deepStrictEqual(statusAndCode(yield* get(path, sessionOf(name))), [400, code], `${name} ${path}`)
        }
      }
      const forbidden = [`/messaging?${scope}&view=events&before=zzz`, `/collaboration?${scope}&view=state&before=zzz`]
      for (const path of forbidden) {
        assert.deepStrictEqual(statusAndCode(yield* get(path, sessionOf("none"))), [403, "permission_denied"], path)
      }
    })
  )

  it.effect("0.3: a team that is missing for the caller is a 404, whatever the Action's state", () =>
    Effect.gen(function* () {
      const { post } = yield* operatorRoutes()
      const send = (body: object) => post(`/messaging?${scope}`, sessionOf("manage"), { ...body })
      const id = (yield* send({ type: "create_action", title: "t", kind: "k" })).at("action.id")
      const handOff = (teamId: string, expectedVersion: number) =>
        send({ type: "hand_off", id, expectedVersion, to: { kind: "team", id: teamId } })
      for (const team of ["team-night", "unknown"]) {
        for (const version of [1, 9]) {
          assert.deepStrictEqual(statusAndCode(yield* handOff(team, version)), [404, "not_found"], `${team} ${version}`)
        }
      }
      yield* send({ type: "cancel_action", id, expectedVersion: 1 })
      assert.deepStrictEqual(statusAndCode(yield* handOff("team-night", 2)), [404, "not_found"])
    })
  )

  it.effect("HUB-088: errors name the fields that are wrong, and no others", () =>
    Effect.gen(function* () {
      const { post } = yield* operatorRoutes()
      const fields = (to: object) =>
        Effect.map(
          post(`/messaging?${scope}`, sessionOf("manage"), { type: "hand_off", id: "x", expectedVersion: 1, to }),
          (answer) => answer.each("errors").map((error) => at(error, "field"))
        )
      assert.deepStrictEqual(yield* fields({ kind: "team" }), ["to.id"])
      assert.deepStrictEqual(yield* fields({ kind: "operator" }), ["to.id"])
      assert.deepStrictEqual(yield* fields({ kind: "integration", id: "" }), ["to.id"])
      assert.deepStrictEqual(yield* fields({ kind: "nobody", id: "x" }), ["to.id"])
    })
  )

  it.effect("INT-014: the refused release of an Action without an owner speaks of the release", () =>
    Effect.gen(function* () {
      const { post } = yield* operatorRoutes()
      const send = (body: object) => post(`/messaging?${scope}`, sessionOf("manage"), { ...body })
      const id = (yield* send({ type: "create_action", title: "t", kind: "k" })).at("action.id")
      const answer = yield* send({ type: "hand_off", id, expectedVersion: 1, to: { kind: "nobody" } })
      assert.deepStrictEqual(statusAndCode(answer), [409, "action_not_owned"])
      assert.match(String(answer.at("detail")), /released/)
    })
  )

  it.effect("INT-016: names have no control characters, also not at their ends", () =>
    Effect.gen(function* () {
      const { post } = yield* operatorRoutes()
      for (const name of ["\u0001", "\u0001ab", "ab\u007f", "a\u0001b"]) {
        const answer = yield* post("/settings/integrations", sessionOf("manage"), { name })
        assert.deepStrictEqual(statusAndCode(answer), [400, "invalid_body"], JSON.stringify(name))
      }
      for (const name of ["A", "Desk 1", "Ünï 😀"]) {
        assert.strictEqual((yield* post("/settings/integrations", sessionOf("manage"), { name })).status, 201, name)
      }
    })
  )
})
