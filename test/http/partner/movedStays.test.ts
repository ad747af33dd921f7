import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { ReservationXid } from "../../../src/domain/reservations/Reservation.ts"
import { controls, serviceWithCore } from "../../support/desk.ts"
import { memberCalls } from "../../support/memberCalls.ts"
import { key, partner, statusAndCode } from "../../support/partner.ts"
import { at, Service } from "../../support/http/service.ts"

const { give, layer: service, moveStay } = serviceWithCore()
const { V1 } = demoIds.venues

/** A confirmed stay of M1 at V1. */
const stayAtV1 = Effect.gen(function* () {
  const stays = (yield* memberCalls("M1").get("/reservations?limit=100")).each("items")
  const stay = stays.find((one) => at(one, "property.documentId") === V1 && at(one, "status") === "confirmed")
  return ReservationXid.make(String(at(stay, "reservationId")))
})

/** A command on a claim and one on an invite, both of V1 and of the stay: the paths below `/v1/partner` and bodies. */
const commandsOn = Effect.fnUntraced(function* (reservationId: ReservationXid) {
  yield* give("M1", 5000)
  const claim = yield* memberCalls("M1").claim("late_checkout", { reservationId })
  assert.strictEqual(claim.status, 201, claim.text)
  const { post } = yield* partner
  const invite = yield* post("/vguests/guest-invites", key("PA"), {
    propertyId: V1,
    email: "moved@example.com",
    reservationId
  })
  assert.strictEqual(invite.status, 201, invite.text)
  return [
    { method: "POST", path: `/fulfillments/${String(claim.at("fulfillmentId"))}/approve`, body: {} },
    {
      method: "PATCH",
      path: `/vguests/guest-invites/${String(invite.at("inviteId"))}`,
      body: { firstName: "Corrected" }
    }
  ] as const
})

type Command = Effect.Success<ReturnType<typeof commandsOn>>[number]

layer(service)("an answer that names a stay", (it) => {
  it.effect("PAR-022, PAR-024: names it whatever part of the caller's venues a list is cut to", () =>
    Effect.gen(function* () {
      yield* controls.reset
      const stay = yield* stayAtV1
      yield* commandsOn(stay)
      yield* moveStay(stay, "V2")
      const { get } = yield* partner
      for (const list of ["/fulfillments/search", "/fulfillments/pending", "/vguests/guest-invites"]) {
        const cut = yield* get(`${list}?limit=100&propertyIds=${V1}`, key("PA"))
        assert.strictEqual(cut.status, 200, cut.text)
        assert.include(cut.text, stay, list)
        assert.notInclude((yield* get(`${list}?limit=100`, key("PA_v1"))).text, stay, list)
      }
    })
  )

  it.effect("PAR-126: is replayed only to callers that reach the stay's venue as well", () =>
    Effect.gen(function* () {
      const { call: send } = yield* Service
      const call = (headers: Readonly<Record<string, string>>, { body, method, path }: Command) =>
        send(method, `/v1/partner${path}`, { headers: { "idempotency-key": `moved ${path}`, ...headers }, body })
      for (const venue of ["V1", "V2"] as const) {
        yield* controls.reset
        const stay = yield* stayAtV1
        const commands = yield* commandsOn(stay)
        yield* moveStay(stay, venue)
        for (const command of commands) {
          const first = yield* call(key("PA"), command)
          assert.strictEqual(first.status, 200, first.text)
          assert.include(first.text, stay)
          const again = yield* call(key("PA_v1"), command)
          if (venue === "V1") assert.deepStrictEqual([again.status, again.text], [200, first.text], command.path)
          else assert.deepStrictEqual(statusAndCode(again), [404, "not_found"], command.path)
        }
      }
    })
  )

  it.effect("PAR-117, PAR-126: is replayed to a caller that does not reach the stay's venue if it was their own", () =>
    Effect.gen(function* () {
      yield* controls.reset
      const { call } = yield* Service
      const stay = yield* stayAtV1
      const commands = yield* commandsOn(stay)
      yield* moveStay(stay, "V2")
      for (const { body, method, path } of commands) {
        const headers = { ...key("PA_v1"), "idempotency-key": `own ${path}` }
        const first = yield* call(method, `/v1/partner${path}`, { headers, body })
        assert.strictEqual(first.status, 200, first.text)
        assert.notInclude(first.text, stay)
        const again = yield* call(method, `/v1/partner${path}`, { headers, body })
        assert.deepStrictEqual([again.status, again.text], [200, first.text], path)
        assert.strictEqual(again.headers.get("x-idempotent-replay"), "true", path)
      }
    })
  )
})
