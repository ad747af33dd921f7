import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import {
  chatIdentityXids,
  chatLinkTokens,
  chatUsers,
  linkingUser,
  signingSecrets
} from "../../../src/demo/demoProviders.ts"
import * as Operator from "../../support/operator.ts"
import { statusAndCode } from "../../support/partner.ts"
import { chatHeaders, chatPath, command, sendChat } from "../../support/providers.ts"
import { Service } from "../../support/http/service.ts"

const links = "/api/v1/chat-links"

/** The link token that the chat command `link` returns to a user of `chat_a`. */
const tokenOf = (userId: string, userName = "Operator Thirteen") =>
  Effect.map(command({ command: "link", userId, userName }), (answer) => String(answer.at("linkToken")))

const open = (token: string, as: string) =>
  Service.use(({ call }) => call("GET", `${links}/${token}`, { headers: Operator.sessionOf(as) }))

const confirm = (token: string, as: string, body: unknown, headers: Record<string, string> = {}) =>
  Service.use(({ call }) =>
    call("POST", `${links}/${token}/confirm`, { headers: { ...Operator.sessionOf(as), ...headers }, body })
  )

const remove = (id: string, as: string) =>
  Service.use(({ call }) => call("DELETE", `${links}/${id}`, { headers: Operator.sessionOf(as) }))

layer(Operator.layer())("chat links", (it) => {
  it.effect("INT-043: shows the installation and the user's name, but not the user id that confirming requires", () =>
    Effect.gen(function* () {
      const token = yield* tokenOf("U-SHOWN", "Operator Thirteen")
      const answer = yield* open(token, "manage")
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(answer.at("externalUserName"), "Operator Thirteen")
      assert.strictEqual(answer.at("installation.name"), "Installation chat_a")
      assert.notInclude(answer.text, "U-SHOWN")
      assert.strictEqual((yield* open(token, "none")).status, 200)
      assert.strictEqual((yield* open(token, "manage_b")).status, 404)
      assert.strictEqual((yield* open(`${token}x`, "manage")).status, 404)
      const { call } = yield* Service
      assert.strictEqual((yield* call("GET", `${links}/${token}`)).status, 401)
    })
  )

  it.effect("INT-043: a link is confirmed by who repeats its exact user id, once, in its own organization", () =>
    Effect.gen(function* () {
      const token = yield* tokenOf("U-CONFIRMED")
      for (const body of [
        {},
        { externalUserId: "U-OTHER" },
        { externalUserId: "u-confirmed" },
        { externalUserId: "" }
      ]) {
        const answer = yield* confirm(token, "manage", body)
        assert.strictEqual(answer.status, 400, JSON.stringify(body))
      }
      const body = { externalUserId: "U-CONFIRMED" }
      assert.strictEqual((yield* confirm(token, "manage_b", body)).status, 404)
      assert.strictEqual((yield* confirm(token, "manage", body, { "sec-fetch-site": "cross-site" })).status, 403)
      const unlinked = yield* command({ command: "consult", text: "Who?", userId: "U-CONFIRMED" })
      assert.match(String(unlinked.at("text")), /^Link your account first/)
      const confirmed = yield* confirm(token, "manage", body)
      assert.strictEqual(confirmed.status, 200)
      assert.strictEqual(confirmed.at("externalUserId"), "U-CONFIRMED")
      const consultation = yield* command({ command: "consult", text: "Who arrives?", userId: "U-CONFIRMED" })
      assert.match(String(consultation.at("text")), /^Question 1 of 10/)
      assert.strictEqual((yield* confirm(token, "manage", body)).status, 404)
      assert.strictEqual((yield* open(token, "manage")).status, 404)
    })
  )

  it.effect("INT-043: of a token used twice at once one is confirmed; the other requests get 404", () =>
    Effect.gen(function* () {
      const token = yield* tokenOf("U-TWICE")
      const answers = yield* Effect.all(
        ["manage", "manage2", "read", "team"].map((name) => confirm(token, name, { externalUserId: "U-TWICE" })),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        answers.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 404, 404, 404]
      )
    })
  )

  it.effect("INT-043: a link is removed by its operator, others get 403 or 404; the consultation ends with it", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* remove(chatIdentityXids.linked, "none")).status, 403)
      assert.strictEqual((yield* remove(chatIdentityXids.linked, "manage_b")).status, 404)
      const consultation = yield* command({ command: "consult", text: "Who arrives?", userId: chatUsers.linked })
      assert.match(String(consultation.at("text")), /^Question 1 of 10/)
      assert.strictEqual((yield* remove(chatIdentityXids.linked, "read")).status, 204)
      assert.strictEqual((yield* remove(chatIdentityXids.linked, "read")).status, 404)
      const after = yield* command({ command: "ask", text: "Who else?", userId: chatUsers.linked })
      assert.match(String(after.at("text")), /^Link your account first/)
    })
  )

  it.effect("INT-045: a provider's signature opens no other surface; an operatorId in the body is ignored", () =>
    Effect.gen(function* () {
      const { call } = yield* Service
      const body = JSON.stringify({ type: "claim", id: "x", expectedVersion: 1, operatorId: "501", operator: "501" })
      const headers = chatHeaders(body)
      for (const path of [
        "/api/v1/orgs/org_a/messaging?scope=ws-a-main",
        "/api/v1/orgs/org_a/collaboration?scope=ws-a-main",
        "/api/external/v1/messaging?scope=ws-a-main",
        `${links}/token/confirm`
      ]) {
        const answer = yield* call("POST", path, { headers, body })
        assert.strictEqual(answer.status, 401, path)
      }
      const claimed = JSON.stringify({ command: "consult", text: "Who?", userId: "U-NOBODY", operatorId: "512" })
      const answer = yield* sendChat(chatPath("chat_a", "commands"), claimed, chatHeaders(claimed))
      assert.match(String(answer.at("text")), /^Link your account first/)
      const ofLinked = claimed.replace("U-NOBODY", chatUsers.linked)
      const inB = (secret: string) =>
        sendChat(chatPath("chat_b", "commands"), ofLinked, chatHeaders(ofLinked, { secret }))
      assert.strictEqual((yield* inB(signingSecrets.chat_a)).status, 401)
      assert.match(String((yield* inB(signingSecrets.chat_b)).at("text")), /^Link your account first/)
    })
  )
})

/** The user of an open link has been linked meanwhile. */
const linkedMeanwhile = Operator.layer({
  dataset: (now) => {
    const demo = Operator.withSessions(now)
    const others = demo.chatIdentities.map((identity) => ({
      ...identity,
      id: identity.id + 1000,
      xid: `another-${identity.xid}`,
      externalUserId: linkingUser("confirming")
    }))
    return { ...demo, chatIdentities: [...demo.chatIdentities, ...others] }
  }
})

layer(linkedMeanwhile)("the link of a user who has been linked meanwhile", (it) => {
  it.effect("INT-043, A-156: confirming it is 409 chat_identity_taken and changes nothing", () =>
    Effect.gen(function* () {
      const { rows } = yield* Service
      const before = yield* rows
      const token = chatLinkTokens.confirming
      const answer = yield* confirm(token, "manage", { externalUserId: linkingUser("confirming") })
      assert.deepStrictEqual(statusAndCode(answer), [409, "chat_identity_taken"])
      assert.deepStrictEqual(yield* rows, before)
    })
  )
})
