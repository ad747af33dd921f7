import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { hubKeys } from "../../../src/demo/demoHubKeys.ts"
import { partnerKeys } from "../../../src/demo/demoPartnerKeys.ts"
import { memberTokens, operatorTokens } from "../../../src/demo/demoTokens.ts"
import { demoValidity, mintMemberToken, mintOperatorToken } from "../../../src/layers/developmentIssuer.ts"
import { captureLogs } from "../../support/logs.ts"
import { actionId, dataset } from "../../support/messaging.ts"
import * as Service from "../../support/http/service.ts"

const logs = captureLogs("Debug")
const messaging = "/api/external/v1/messaging"

/** Texts of guests and callers, none of which may be logged. */
const guestText = dataset.messages.map(({ body }) => body).filter((body) => body.length > 12)
const evidence = "Guest One: call me at room 12, my door code is 4711"

layer(Service.layer({ dataset: () => dataset }).pipe(Layer.provide(logs.layer)))("the log", (it) => {
  it.effect("GEN-009, GEN-013: contains no key, token, id, query or text of guests and callers", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      const member = yield* mintMemberToken({ ...demoValidity, ...memberTokens.T1 })
      const operator = yield* mintOperatorToken({ ...demoValidity, ...operatorTokens.OT_A })
      const hub = { authorization: `Bearer ${hubKeys.KH_all}` }
      const claim = { type: "claim", id: actionId("unowned1"), expectedVersion: 1 }
      const finish = { type: "finish", id: actionId("unowned1"), expectedVersion: 2, evidence }
      const keyed = { ...hub, "idempotency-key": "log-test-key-0001" }
      const guest = dataset.guests[0]?.xid ?? ""
      const answers = [
        yield* call("GET", `${messaging}?view=thread&scope=ws-a-main&guest=${guest}`, { headers: hub }),
        yield* call("GET", `${messaging}?view=events&scope=ws-a-main&after=0`, { headers: hub }),
        yield* call("POST", `${messaging}?scope=ws-a-main`, { headers: keyed, body: claim }),
        yield* call("POST", `${messaging}?scope=ws-a-main`, { headers: hub, body: { ...finish, more: evidence } }),
        yield* call("POST", `${messaging}?scope=ws-a-main`, { headers: hub, body: `{"evidence": "${evidence}` }),
        yield* call("GET", "/api/external/v1/brands", { headers: { authorization: `Bearer ${hubKeys.KH_revoked}` } }),
        yield* call("GET", `/api/external/v1/brands?cursor=${hubKeys.KH_brands}`, { headers: hub }),
        yield* call("GET", "/v1/partner/arrivals", { headers: { "x-api-key": partnerKeys.PA } }),
        yield* call("GET", "/v1/partner/scope", { headers: { authorization: `Bearer ${operator}` } }),
        yield* call("GET", "/v1/partner/scope", { headers: { "x-api-key": "hub_dev_ptr_mistyped" } }),
        yield* call("GET", "/v1/members/me", { headers: { authorization: `Bearer ${member}` } }),
        yield* call("GET", "/v1/members/me", { headers: { authorization: `Bearer ${member}x` } }),
        yield* call("GET", `/v1/partner/guests/${partnerKeys.PA}?email=guest.one@example.com`)
      ]
      assert.isTrue(answers.every(({ status }) => status < 500))
      const bodies = answers.map(({ text }) => text).join()
      assert.isTrue(guestText.some((text) => bodies.includes(text)))
      const written = logs.lines()
      assert.isAtLeast(written.length, answers.length)
      const secrets = [...Object.values(hubKeys), ...Object.values(partnerKeys), member, operator]
      const never = [
        ...secrets,
        ...guestText,
        evidence,
        "4711",
        guest,
        "unowned1",
        claim.id,
        "mistyped",
        "guest.one",
        "?"
      ]
      for (const { text } of written) {
        for (const word of never) assert.notInclude(text, word ?? "")
      }
    })
  )
})
