import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { demoIds } from "../../src/demo/demoIds.ts"
import type { InviteName } from "../../src/demo/demoInvites.ts"
import { GuestInviteView } from "../../src/domain/invites/GuestInviteView.ts"
import { tokenFor } from "./member.ts"
import { bearer, key } from "./partner.ts"
import * as Service from "./http/service.ts"

const { V1 } = demoIds.venues
const path = "/v1/partner/vguests/guest-invites"
export const both = key("PA_both")
export const isInvite = Schema.is(Schema.toEncoded(Schema.toCodecJson(GuestInviteView)))

export type Headers = Record<string, string>

export const call = (method: string, more: string, headers: Headers = both, body?: unknown) =>
  Service.Service.use((service) =>
    service.call(method, `${path}${more}`, {
      headers: { ...(method === "GET" ? {} : { "idempotency-key": crypto.randomUUID() }), ...headers },
      body
    })
  )

export const at = (name: InviteName, more = "") => `/${demoIds.invites[name]}${more}`

export const create = (change: Readonly<Record<string, unknown>> = {}, headers: Headers = both) =>
  call("POST", "", headers, { propertyId: V1, email: "new@example.com", ...change })

/** A fresh invite of V1. */
export const fresh = (change: Readonly<Record<string, unknown>> = {}) =>
  Effect.map(create(change), (answer) => {
    assert.strictEqual(answer.status, 201, answer.text)
    return Number(answer.at("inviteId"))
  })

/** Runs the delivery job; messages go to the mailbox. */
export const deliver = Service.Service.use(({ call: send }) => send("POST", "/__test/jobs/deliver/run"))

export const mailbox = Effect.map(
  Service.Service.use(({ call: send }) => send("GET", "/__test/outbox")),
  (answer) => answer.each("mailbox")
)

/** The token in the link of the latest message to the recipient. */
export const tokenTo = (recipient: string) =>
  Effect.map(mailbox, (messages) => {
    const message = messages.findLast((one) => Service.at(one, "recipient") === recipient)
    return /[?&]token=(inv_\w+)/.exec(String(Service.at(message, "body")))?.[1] ?? "none"
  })

export const accept = (token: string, member: "M1" | "M2" = "M1") =>
  Effect.gen(function* () {
    const { call: send } = yield* Service.Service
    return yield* send("POST", "/v1/members/me/invites/accept", {
      headers: bearer(yield* tokenFor(member)),
      body: { token }
    })
  })

export const environment = { HUB_TEST_CONTROLS: "1" }
