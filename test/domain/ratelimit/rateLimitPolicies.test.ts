import { assert, describe, it } from "@effect/vitest"
import { RateLimited } from "../../../src/domain/ratelimit/RateLimited.ts"
import { rateLimitPolicies } from "../../../src/domain/ratelimit/rateLimitPolicies.ts"
import { failureOf } from "../../../src/domain/shared/Failure.ts"

const summaryOf = (settings?: Parameters<typeof rateLimitPolicies>[0]) =>
  Object.values(rateLimitPolicies(settings)).map(
    ({ name, limit, windowSeconds }) => `${name} ${limit}/${windowSeconds}`
  )

describe("rateLimitPolicies", () => {
  it("HUB-090, PAR-136, MEM-008, MEM-113, PUB-014, PUB-020, PAR-069, PAR-028, PAR-137: has the published limits by default", () => {
    assert.deepStrictEqual(summaryOf(), [
      "hub-key 600/60",
      "hub-transition 120/60",
      "operator 600/60",
      "operator-writes 120/60",
      "partner-key 600/60",
      "partner-writes 300/60",
      "member 300/60",
      "member-lookup 10/60",
      "assistant 600/60",
      "public 120/60",
      "legacy-resolve 10/60",
      "address 1200/60",
      "system 1200/60",
      "pages 1200/60",
      "providers 1200/60",
      "invite-address 20/60",
      "invite-link 60/3600",
      "invite-recipient 3/3600",
      "invite-resend 3/3600",
      "domain-recheck 6/600",
      "domain-retry 3/3600",
      "verification-code 5/900"
    ])
  })

  it("HUB-090, PUB-014: takes every configured limit; legacy-resolve stays 10, verification-code 5", () => {
    const settings = {
      hubKey: 1,
      hubTransition: 2,
      operator: 17,
      operatorWrites: 18,
      partnerKey: 3,
      partnerWrites: 4,
      member: 5,
      memberLookup: 8,
      assistant: 19,
      public: 6,
      address: 7,
      inviteAddress: 11,
      inviteLink: 12,
      inviteRecipient: 13,
      inviteResend: 14,
      domainRecheck: 15,
      domainRetry: 16
    }
    assert.deepStrictEqual(
      Object.values(rateLimitPolicies(settings)).map((policy) => policy.limit),
      [1, 2, 17, 18, 3, 4, 5, 8, 19, 6, 10, 7, 7, 7, 7, 11, 12, 13, 14, 15, 16, 5]
    )
  })
})

describe("RateLimited", () => {
  it("PAR-136, HUB-091: is the failure rate_limited", () => {
    const error = new RateLimited({ retryAfterSeconds: 7 })
    assert.deepStrictEqual(failureOf(error), { kind: "limited", code: "rate_limited", title: "Too many requests" })
    assert.strictEqual(error.message, "Too many requests: retry after 7 s")
  })
})
