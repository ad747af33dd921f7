import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hubKeys } from "../../../src/demo/demoHubKeys.ts"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { type RateLimitPolicies, rateLimitPolicies } from "../../../src/domain/ratelimit/rateLimitPolicies.ts"
import { host, request } from "../../support/assistant.ts"
import { bearer, tokenFor } from "../../support/member.ts"
import { operatorRoutes, sessionOf, withSessions } from "../../support/operator.ts"
import { key } from "../../support/partner.ts"
import { chatHeaders, chatPath, sendChat } from "../../support/providers.ts"
import * as Service from "../../support/http/service.ts"

type Headers = Readonly<Record<string, string>>

/** A request that counts against one limit. Each run has the same subject; writes have a new Idempotency-Key. */
interface LimitCase {
  /** The variable that sets the limit; absent for a limit that cannot be configured. */
  readonly variable?: string
  readonly ask: Effect.Effect<Service.Answer, never, Service.Service>
  /** Whether only refusals report it: a limit per address, counted before the credential is checked. */
  readonly beforeAuthentication?: boolean
}

const get = (path: string, headers: Headers = {}) => Service.Service.use(({ call }) => call("GET", path, { headers }))

const post = (path: string, headers: Headers, body?: unknown) =>
  Effect.suspend(() =>
    Service.Service.use(({ call }) =>
      call("POST", path, { headers: { "idempotency-key": crypto.randomUUID(), ...headers }, body })
    )
  )

const partner = "/v1/partner"
const hub = "/api/external/v1"
const asMember = (path: string) => Effect.flatMap(tokenFor("M1"), (token) => get(path, bearer(token)))
const invite = Effect.suspend(() =>
  post(
    `${partner}/public/guest-invites/send`,
    {},
    {
      inviteLinkToken: demoIds.inviteLinkTokens.V1,
      email: `${crypto.randomUUID()}@example.com`,
      consent: true
    }
  )
)
const chatCommand = Effect.suspend(() => {
  const body = JSON.stringify({ command: "help" })
  return sendChat(chatPath("chat_a", "commands"), body, chatHeaders(body))
})

/** A request for every limit except the recipient's; the type requires one for each limit added. */
const cases: Readonly<Record<Exclude<keyof RateLimitPolicies, "inviteRecipient">, LimitCase>> = {
  hubKey: { variable: "HUB_LIMIT_HUB_KEY", ask: get(`${hub}/brands`, bearer(hubKeys.KH_all)) },
  hubTransition: {
    variable: "HUB_LIMIT_HUB_TRANSITION",
    ask: post(`${hub}/messaging?scope=ws-a-main`, bearer(hubKeys.KH_all), {})
  },
  operator: {
    variable: "HUB_LIMIT_OPERATOR",
    ask: Effect.flatMap(operatorRoutes(), (routes) => routes.get("/settings/integrations", sessionOf("manage")))
  },
  operatorWrites: {
    variable: "HUB_LIMIT_OPERATOR_WRITES",
    ask: Effect.flatMap(operatorRoutes(), (routes) =>
      routes.post("/settings/integrations", sessionOf("manage"), { name: "Robots" })
    )
  },
  partnerKey: { variable: "HUB_LIMIT_PARTNER_KEY", ask: get(`${partner}/scope`, key("PA")) },
  partnerWrites: {
    variable: "HUB_LIMIT_PARTNER_WRITES",
    ask: post(`${partner}/arrivals/${demoIds.arrivals["open"]}/ack`, key("PA"))
  },
  member: { variable: "HUB_LIMIT_MEMBER", ask: asMember("/v1/members/me") },
  memberLookup: { variable: "HUB_LIMIT_MEMBER_LOOKUP", ask: asMember("/v1/members/me/reservations/lookup") },
  assistant: {
    variable: "HUB_LIMIT_ASSISTANT",
    ask: Effect.flatMap(host("AT_read"), (headers) => request(headers, "ping"))
  },
  public: { variable: "HUB_LIMIT_PUBLIC", ask: get(`/v1/public/properties/${demoIds.venues.V1}`) },
  legacyResolve: { ask: get(`/v1/public/reservations/legacy/${demoIds.legacyReservations.L1}/resolve`) },
  address: { variable: "HUB_LIMIT_ADDRESS", ask: get(`${partner}/scope`), beforeAuthentication: true },
  system: { variable: "HUB_LIMIT_ADDRESS", ask: get("/livez"), beforeAuthentication: true },
  pages: {
    variable: "HUB_LIMIT_ADDRESS",
    ask: Effect.suspend(() => get(`/p/organization-a/${crypto.randomUUID()}`)),
    beforeAuthentication: true
  },
  providers: { variable: "HUB_LIMIT_ADDRESS", ask: chatCommand },
  inviteAddress: { variable: "HUB_LIMIT_INVITE_ADDRESS", ask: invite },
  inviteLink: { variable: "HUB_LIMIT_INVITE_LINK", ask: invite },
  inviteResend: {
    variable: "HUB_LIMIT_INVITE_RESEND",
    ask: post(`${partner}/vguests/guest-invites/${demoIds.invites.sent}/resend`, key("PA_both"), {})
  },
  domainRecheck: {
    variable: "HUB_LIMIT_DOMAIN_RECHECK",
    ask: post(`${partner}/custom-domains/${demoIds.customDomains.A_pending}/recheck`, key("PA"))
  },
  domainRetry: {
    variable: "HUB_LIMIT_DOMAIN_RETRY",
    ask: post(`${partner}/custom-domains/${demoIds.customDomains.A_failed}/retry`, key("PA"))
  },
  verificationCode: {
    ask: post(`${partner}/fulfillments/${demoIds.fulfillments["v1_claimed"]}/fulfill`, key("PA"), {
      verificationCode: "00000000"
    })
  }
}

/** The remaining uses and the policies of a response, in order. */
const reported = ({ headers }: Service.Answer) => ({
  first: (headers.get("ratelimit") ?? "").split(";t=")[0],
  policies: (headers.get("ratelimit-policy") ?? "").split(", "),
  limit: headers.get("x-ratelimit-limit"),
  remaining: headers.get("x-ratelimit-remaining"),
  retryAfter: headers.get("retry-after")
})

const policies = rateLimitPolicies()

for (const [name, { ask, beforeAuthentication, variable }] of Object.entries(cases)) {
  const [, policy] = Object.entries(policies).find(([one]) => one === name) ?? assert.fail(name)
  const limit = variable === undefined ? policy.limit : 2
  const listed = `"${policy.name}";q=${limit};w=${policy.windowSeconds}`
  const environment = variable === undefined ? {} : { [variable]: String(limit) }

  layer(Service.layer({ dataset: withSessions, environment }))(`the limit ${policy.name}`, (it) => {
    it.effect("HUB-012, HUB-013, PAR-136, A-87: is reported by each answer, before authentication only by a 429", () =>
      Effect.gen(function* () {
        for (let left = limit - 1; left >= 0; left--) {
          const answer = yield* ask
          assert.notStrictEqual(answer.status, 429, answer.text)
          const found = reported(answer)
          assert.isNull(found.retryAfter)
          if (beforeAuthentication === true) {
            assert.notInclude(found.policies, listed)
            continue
          }
          assert.include(found.policies, listed, `${answer.status} ${answer.text}`)
          assert.deepStrictEqual([found.first, found.remaining], [`"${policy.name}";r=${left}`, String(left)])
        }
        const refused = yield* ask
        assert.strictEqual(refused.status, 429, refused.text)
        const { first, limit: stated, policies: all, remaining, retryAfter } = reported(refused)
        assert.deepStrictEqual(
          { first, stated, head: all[0], remaining },
          { first: `"${policy.name}";r=0`, stated: String(limit), head: listed, remaining: "0" }
        )
        const seconds = Number(retryAfter)
        assert.isTrue(Number.isInteger(seconds) && seconds >= 1 && seconds <= policy.windowSeconds, String(retryAfter))
        assert.lengthOf(new Set(all), all.length)
      })
    )
  })
}

layer(Service.layer({ environment: { HUB_LIMIT_INVITE_RECIPIENT: "1" } }))("the limit invite-recipient", (it) => {
  it.effect("PAR-069: is never reported, as that would reveal who was invited before", () =>
    Effect.gen(function* () {
      const ask = post(
        `${partner}/public/guest-invites/send`,
        {},
        {
          inviteLinkToken: demoIds.inviteLinkTokens.V1,
          email: "again@example.com",
          consent: true
        }
      )
      for (let n = 0; n < 3; n++) {
        const answer = yield* ask
        assert.strictEqual(answer.status, 202)
        assert.deepStrictEqual(
          reported(answer).policies.map((policy) => policy.split(";")[0]),
          ['"invite-address"', '"invite-link"']
        )
      }
    })
  )
})
