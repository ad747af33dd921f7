import { assert, layer } from "@effect/vitest"
import { Context, Effect } from "effect"
import type { InviteName } from "../../../src/demo/demoInvites.ts"
import { programXid } from "../../../src/demo/demoPrograms.ts"
import { Delivery } from "../../../src/domain/delivery/Delivery.ts"
import type { Channel } from "../../../src/domain/delivery/Message.ts"
import { InviteStatus } from "../../../src/domain/invites/GuestInvite.ts"
import { findInviteTransition, type InviteTrigger } from "../../../src/domain/invites/inviteTransitions.ts"
import { accept, at, both, call, create, deliver, environment, fresh, tokenTo } from "../../support/invites.ts"
import { controls } from "../../support/desk.ts"
import { isFailure, statusAndCode } from "../../support/partner.ts"
import * as Service from "../../support/http/service.ts"

const names: Readonly<Record<InviteStatus, InviteName>> = {
  pending: "pending",
  sent: "sent",
  accepted: "accepted",
  expired: "lapsed",
  revoked: "revoked",
  failed: "failed"
}

const commands: ReadonlyArray<readonly [InviteTrigger, string, string, unknown]> = [
  ["change", "PATCH", "", { firstName: "Corrected" }],
  ["resend", "POST", "/resend", {}],
  ["revoke", "POST", "/revoke", {}]
]

layer(Service.layer({ environment: { ...environment, HUB_LIMIT_INVITE_RESEND: "1000" } }))(
  "guest invite commands",
  (it) => {
    for (const [trigger, method, suffix, body] of commands) {
      for (const status of InviteStatus.literals) {
        const transition = findInviteTransition(trigger, status)
        const outcome = transition === undefined ? "answers 409" : `answers 200 with status ${transition.to ?? status}`
        it.effect(`PAR-025, PAR-068, DOMAIN 7.1: ${trigger} of an invite in status ${status} ${outcome}`, () =>
          Effect.gen(function* () {
            const service = yield* Service.Service
            yield* service.reset
            const before = (yield* call("GET", at(names[status]))).text
            const answer = yield* call(method, at(names[status], suffix), both, body)
            if (transition === undefined) {
              assert.deepStrictEqual(
                [...statusAndCode(answer), answer.at("details.currentStatus")],
                [409, "invalid_state_transition", status]
              )
              assert.strictEqual((yield* call("GET", at(names[status]))).text, before)
            } else {
              assert.deepStrictEqual([answer.status, answer.at("status")], [200, transition.to ?? status], answer.text)
            }
          })
        )
      }
    }

    it.effect(
      "PAR-068, DOMAIN 7.1: PATCH invalidates the old link and sends nothing; resend delivers a new one, with a new expiry",
      () =>
        Effect.gen(function* () {
          const id = yield* fresh({ email: "old@example.com", programId: programXid("A") })
          yield* deliver
          const old = yield* tokenTo("old@example.com")
          const changed = yield* call("PATCH", `/${id}`, both, { email: "corrected@example.com", lastName: null })
          assert.deepStrictEqual(
            ["status", "email", "sentCount"].map((name) => changed.at(name)),
            ["sent", "corrected@example.com", 1]
          )
          assert.strictEqual((yield* accept(old)).status, 404)
          assert.strictEqual((yield* deliver).at("sent"), 0)
          yield* controls.pass(24)
          const resent = yield* call("POST", `/${id}/resend`)
          assert.deepStrictEqual([resent.at("status"), resent.at("sentCount")], ["pending", 2])
          const expiryOf = (answer: Service.Answer) => Date.parse(String(answer.at("expiresAt")))
          assert.isAtLeast(expiryOf(resent) - expiryOf(changed), 24 * 3_600_000)
          assert.strictEqual((yield* deliver).at("sent"), 1)
          assert.strictEqual((yield* accept(yield* tokenTo("corrected@example.com"))).status, 200)
        })
    )

    it.effect("PAR-068: PATCH of the e-mail address before the first delivery cancels the message", () =>
      Effect.gen(function* () {
        const id = yield* fresh({ email: "typo@example.com" })
        yield* call("PATCH", `/${id}`, both, { email: "right@example.com" })
        assert.deepStrictEqual([(yield* deliver).at("sent"), yield* tokenTo("typo@example.com")], [0, "none"])
      })
    )

    it.effect("PAR-068: resend delivers a new link that works, and invalidates the old one", () =>
      Effect.gen(function* () {
        const id = yield* fresh({ email: "again@example.com", programId: programXid("A") })
        yield* deliver
        const old = yield* tokenTo("again@example.com")
        yield* call("POST", `/${id}/resend`, both, { channel: "email" })
        yield* deliver
        const token = yield* tokenTo("again@example.com")
        assert.notStrictEqual(token, old)
        assert.strictEqual((yield* accept(old)).status, 404)
        assert.strictEqual((yield* accept(token)).status, 200)
      })
    )

    it.effect(
      "PAR-068: PATCH that is empty, invalid or removes the only contact is 400; so is resend by an unusable channel",
      () =>
        Effect.gen(function* () {
          for (const body of [{}, { email: null }, { email: "none" }, { status: "sent" }]) {
            const answer = yield* call("PATCH", at("sent"), both, body)
            assert.deepStrictEqual(statusAndCode(answer), [400, "invalid_parameter"], JSON.stringify(body))
          }
          const swapped = yield* call("PATCH", at("sent"), both, { email: null, phone: "+351912345678" })
          assert.deepStrictEqual([swapped.at("email"), swapped.at("phone")], [null, "+351912345678"])
          for (const body of [{ channel: "email" }, { channel: "post" }]) {
            const answer = yield* call("POST", at("sent", "/resend"), both, body)
            assert.deepStrictEqual(statusAndCode(answer), [400, "invalid_parameter"], JSON.stringify(body))
          }
        })
    )

    it.effect("DOMAIN 7.1: PATCH and resend of an ended invite are 409 before the contact is checked", () =>
      Effect.gen(function* () {
        for (const status of ["accepted", "revoked"] as const) {
          for (const [method, suffix, body] of [
            ["PATCH", "", { email: null }],
            ["POST", "/resend", { channel: "sms" }]
          ] as const) {
            const answer = yield* call(method, at(status, suffix), both, body)
            assert.deepStrictEqual(
              [...statusAndCode(answer), answer.at("details.currentStatus")],
              [409, "invalid_state_transition", status]
            )
          }
        }
      })
    )

    it.effect("PAR-068: revoke invalidates the link of an invite and cancels a message that is not yet delivered", () =>
      Effect.gen(function* () {
        const delivered = yield* fresh({ email: "revoked@example.com", programId: programXid("A") })
        yield* deliver
        const waiting = yield* fresh({ email: "waiting@example.com" })
        for (const id of [delivered, waiting]) yield* call("POST", `/${id}/revoke`, both, { reason: "a mistake" })
        assert.strictEqual((yield* accept(yield* tokenTo("revoked@example.com"))).status, 404)
        assert.deepStrictEqual([(yield* deliver).at("sent"), yield* tokenTo("waiting@example.com")], [0, "none"])
      })
    )
  }
)

layer(Service.layer({ environment }))("resend limits", (it) => {
  it.effect("PAR-137, PAR-138: the fourth resend of an invite in an hour is 429 and leaves its key usable", () =>
    Effect.gen(function* () {
      const id = yield* fresh({ email: "often@example.com" })
      const used = "resend-key-429"
      for (let i = 0; i < 3; i++) assert.strictEqual((yield* call("POST", `/${id}/resend`)).status, 200)
      const limited = yield* call("POST", `/${id}/resend`, { ...both, "idempotency-key": used })
      assert.deepStrictEqual(statusAndCode(limited), [429, "rate_limited"])
      assert.isTrue(isFailure(limited))
      const wait = Number(limited.headers.get("retry-after"))
      assert.isTrue(wait > 3500 && wait <= 3600, String(wait))
      assert.strictEqual((yield* call("GET", `/${id}`)).at("sentCount"), 4)
      const other = yield* fresh({ email: "rarely@example.com" })
      assert.strictEqual((yield* call("POST", `/${other}/resend`)).status, 200)
      const reused = yield* call("POST", `/${other}/resend`, { ...both, "idempotency-key": used })
      assert.deepStrictEqual([reused.status, reused.headers.get("x-idempotent-replay")], [200, null])
    })
  )

  it.effect("PAR-137: invites to the same e-mail address, in any letter case, share its resend limit", () =>
    Effect.gen(function* () {
      const [one, two] = [yield* fresh({ email: "shared@example.com" }), yield* fresh({ email: "Shared@Example.com" })]
      for (const id of [one, two, one]) assert.strictEqual((yield* call("POST", `/${id}/resend`)).status, 200)
      assert.strictEqual((yield* call("POST", `/${two}/resend`)).status, 429)
    })
  )

  it.effect("PAR-137: resends of one invite share its limit, by whichever channel they are sent", () =>
    Effect.gen(function* () {
      const contacts = { email: "both@example.com", phone: "+351912345600" }
      const id = yield* fresh(contacts)
      const resend = (channel: Channel) => call("POST", `/${id}/resend`, both, { channel })
      for (const channel of ["email", "sms", "email"] as const) {
        assert.strictEqual((yield* resend(channel)).status, 200)
      }
      assert.deepStrictEqual(statusAndCode(yield* resend("sms")), [429, "rate_limited"])
    })
  )

  it.effect("PAR-025: resend of a revoked invite is 409, and 429 from the fourth time; of a foreign invite 404", () =>
    Effect.gen(function* () {
      for (let i = 0; i < 3; i++) {
        assert.strictEqual((yield* call("POST", at("revoked", "/resend"))).status, 409)
      }
      assert.strictEqual((yield* call("POST", at("revoked", "/resend"))).status, 429)
      assert.strictEqual((yield* call("POST", at("sent_b", "/resend"))).status, 404)
    })
  )
})

layer(
  Service.layer({
    replace: (services) =>
      Context.add(services, Delivery, { ...Context.get(services, Delivery), channels: new Set<Channel>(["email"]) })
  })
)("delivery channels", (it) => {
  it.effect("PAR-068: an invite by SMS in a deployment without SMS is 503 and is not stored", () =>
    Effect.gen(function* () {
      const before = (yield* call("GET", "")).at("total")
      const answer = yield* create({ email: undefined, phone: "+351912345678" })
      assert.deepStrictEqual(statusAndCode(answer), [503, "service_unavailable"])
      assert.strictEqual((yield* call("GET", "")).at("total"), before)
      assert.strictEqual((yield* create()).status, 201)
    })
  )
})
