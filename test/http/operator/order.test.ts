import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { organizationXid } from "../../../src/demo/demoOrganizations.ts"
import { layer as operatorLayer, operatorRoutes, sessionOf } from "../../support/operator.ts"
import { statusAndCode } from "../../support/partner.ts"
import { at, Service } from "../../support/http/service.ts"

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

  it.effect("0.3: session, origin, organization, syntax, permission, workspace and row are checked in this order", () =>
    Effect.gen(function* () {
      const { call } = yield* Service
      const evil = { origin: "https://evil.example", "sec-fetch-site": "cross-site" }
      const key = { "idempotency-key": "order-of-checks" }
      for (const [root, body] of [
        ["messaging", { type: "claim", id: "nothing", expectedVersion: 1 }],
        ["collaboration", { type: "post_comment", subject: { type: "action", id: "nothing" }, body: "Text" }]
      ] as const) {
        const pathOf = (organization: "A" | "B", query: string) =>
          `/api/v1/orgs/${organizationXid(organization)}/${root}${query}`
        for (const [headers, path, sent, refused] of [
          [{ ...key, ...evil }, pathOf("B", ""), "{", [401, "missing_credential"]],
          [{ ...sessionOf("none"), ...evil }, pathOf("B", ""), "{", [403, "origin_not_allowed"]],
          [sessionOf("none"), pathOf("B", ""), "{", [404, "not_found"]],
          [{ ...sessionOf("none"), ...key }, pathOf("A", ""), body, [400, "missing_parameter"]],
          [sessionOf("none"), pathOf("A", "?scope=unknown"), body, [400, "missing_idempotency_key"]],
          [{ ...sessionOf("none"), ...key }, pathOf("A", "?scope=unknown"), {}, [400, "invalid_body"]],
          [{ ...sessionOf("none"), ...key }, pathOf("A", "?scope=unknown"), body, [403, "permission_denied"]],
          [{ ...sessionOf("manage"), ...key }, pathOf("A", "?scope=unknown"), body, [404, "not_found"]],
          [{ ...sessionOf("manage"), ...key }, pathOf("A", `?${scope}`), body, [404, "not_found"]]
        ] as const) {
          const answer = yield* call("POST", path, { headers, body: sent })
          assert.deepStrictEqual<unknown>(statusAndCode(answer), refused, `${path} ${JSON.stringify(headers)}`)
        }
        for (const [headers, path, refused] of [
          [{}, pathOf("B", ""), [401, "missing_credential"]],
          [sessionOf("none"), pathOf("B", ""), [404, "not_found"]],
          [sessionOf("none"), pathOf("A", ""), [400, "missing_parameter"]],
          [sessionOf("none"), pathOf("A", "?scope=unknown"), [403, "permission_denied"]],
          [sessionOf("read"), pathOf("A", "?scope=unknown"), [404, "not_found"]]
        ] as const) {
          const answer = yield* call("GET", path, { headers })
          assert.deepStrictEqual<unknown>(statusAndCode(answer), refused, `${path} ${JSON.stringify(headers)}`)
        }
      }
    })
  )

  it.effect("0.3, A-20: a replay comes after the workspace and before the state; a refusal leaves its key free", () =>
    Effect.gen(function* () {
      const { post } = yield* operatorRoutes()
      const send = (key: string, body: object, workspace = scope) =>
        post(`/messaging?${workspace}`, { ...sessionOf("manage"), "idempotency-key": key }, { ...body })
      const { at: made } = yield* send("order-create", { type: "create_action", title: "t", kind: "k" })
      const claim = { type: "claim", id: made("action.id"), expectedVersion: 1 }
      const stale = { ...claim, expectedVersion: 2 }
      assert.deepStrictEqual(statusAndCode(yield* send("order-claim", stale)), [409, "version_conflict"])
      const claimed = yield* send("order-claim", claim)
      assert.strictEqual(claimed.status, 200, claimed.text)
      assert.strictEqual((yield* send("order-finish", { ...stale, type: "finish" })).at("action.state"), "finished")
      const again = yield* send("order-claim", claim)
      assert.deepStrictEqual([again.status, again.text], [200, claimed.text])
      assert.deepStrictEqual(statusAndCode(yield* send("order-claim", stale)), [409, "idempotency_conflict"])
      assert.deepStrictEqual(statusAndCode(yield* send("order-other", claim)), [409, "action_closed"])
      const due = (dueAt: string) =>
        send("order-due", { type: "create_action", title: "t", kind: "k", dueAt }).pipe(
          Effect.map((answer) => answer.at("action.id") ?? answer.at("code"))
        )
      const dueId = yield* due("2030-01-02T03:04:05Z")
      assert.deepStrictEqual(
        [yield* due("2030-01-02T04:04:05+01:00"), yield* due("2030-01-02T03:04:06Z")],
        [dueId, "idempotency_conflict"]
      )
      for (const [workspace, refused] of [
        ["scope=unknown", [404, "not_found"]],
        ["scope=ws-a-second", [409, "idempotency_conflict"]]
      ] as const) {
        assert.deepStrictEqual<unknown>(statusAndCode(yield* send("order-claim", claim, workspace)), refused)
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
