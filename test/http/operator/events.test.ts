import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hubKeys } from "../../../src/demo/demoHubKeys.ts"
import { operatorSubject } from "../../../src/demo/demoOperators.ts"
import { layer as operatorLayer, operatorRoutes, sessionOf } from "../../support/operator.ts"
import { bearer } from "../../support/partner.ts"
import * as Service from "../../support/http/service.ts"

type Body = Readonly<Record<string, unknown>>

/** A command of the operator or of the integration, and the kind of event that it causes. */
interface Step {
  readonly by: "operator" | "integration"
  readonly command: Body
  readonly kind: string
}

const root = "/messaging?scope=ws-a-main"
const handOff = (to: Body): Body => ({ type: "hand_off", to })
const nobody = handOff({ kind: "nobody" })

/** Every move of DOMAIN 3.1 that a command can make; each acts on the version that the previous one created. */
const course: ReadonlyArray<Step> = [
  { by: "operator", command: { type: "create_action", title: "Events", kind: "concierge" }, kind: "action.created" },
  { by: "integration", command: { type: "claim" }, kind: "action.claimed" },
  { by: "operator", command: nobody, kind: "action.released" },
  { by: "operator", command: { type: "claim" }, kind: "action.claimed" },
  {
    by: "operator",
    command: handOff({ kind: "operator", id: operatorSubject("manage2") }),
    kind: "action.handed_off"
  },
  { by: "operator", command: handOff({ kind: "operator", id: operatorSubject("team") }), kind: "action.handed_off" },
  { by: "operator", command: { type: "finish" }, kind: "action.finished" }
]

layer(operatorLayer())("events of moves", (it) => {
  it.effect("HUB-050: every move is one event of its kind with the version it created; its replay adds none", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      const { get, post } = yield* operatorRoutes()
      const session = sessionOf("team")
      const head = Effect.map(get(`${root}&view=events&after=999999999`, session), (page) =>
        Number(page.at("nextAfter"))
      )
      const send = ({ by, command }: Step, id: unknown, expectedVersion: number, key: string) => {
        const body = id === undefined ? command : { ...command, id, expectedVersion }
        return by === "operator"
          ? post(root, { ...session, "idempotency-key": key }, body)
          : call("POST", "/api/external/v1/messaging?scope=ws-a-main", {
              headers: { ...bearer(hubKeys.KH_all), "idempotency-key": key },
              body
            })
      }
      let id: unknown
      for (const [index, step] of course.entries()) {
        const before = yield* head
        const key = `events-of-moves-${index}`
        const answer = yield* send(step, id, index, key)
        assert.strictEqual(answer.status, 200, answer.text)
        const again = yield* send(step, id, index, key)
        assert.strictEqual(again.text, answer.text)
        id ??= answer.at("action.id")
        const page = yield* get(`${root}&view=events&after=${before}`, session)
        assert.deepStrictEqual(
          page
            .each("items")
            .map((event) =>
              ["kind", "resource.id", "resourceVersion", "sequence"].map((name) => Service.at(event, name))
            ),
          [[step.kind, id, index + 1, before + 1]]
        )
      }
      const cancelled = yield* post(root, session, { type: "create_action", title: "Not needed", kind: "concierge" })
      const before = yield* head
      yield* post(root, session, { type: "cancel_action", id: cancelled.at("action.id"), expectedVersion: 1 })
      assert.deepStrictEqual((yield* get(`${root}&view=events&after=${before}`, session)).each("items", "kind"), [
        "action.cancelled"
      ])
    })
  )
})
