import { DateTime, Effect } from "effect"
import { surfaces } from "../../../src/cli/application.ts"
import { hubKeys } from "../../../src/demo/demoHubKeys.ts"
import { memberSubject } from "../../../src/demo/demoMembers.ts"
import { partnerKeys } from "../../../src/demo/demoPartnerKeys.ts"
import { operatorTokens } from "../../../src/demo/demoTokens.ts"
import { demoValidity, mintOperatorToken } from "../../../src/layers/DevelopmentIssuer.ts"
import { matrix } from "../../support/matrix.ts"
import { bearer, isFailure, tokenFor, tokenOf } from "../../support/member.ts"

const member = surfaces.find(({ name }) => name === "member")

const token = await Effect.runPromise(tokenFor("M1"))
const expired = await Effect.runPromise(
  tokenOf(memberSubject("M1"), { expiresAt: DateTime.add(demoValidity.issuedAt, { days: 1 }) })
)
const closed = await Effect.runPromise(tokenFor("M_closed"))
const unknown = await Effect.runPromise(tokenOf("nobody"))
const operator = await Effect.runPromise(mintOperatorToken({ ...demoValidity, ...operatorTokens.OT_A }))

if (member !== undefined) {
  matrix({
    surface: member,
    proves: {
      credential: "MEM-001, MEM-003",
      permission: "MEM-001",
      requestId: "MEM-007",
      limits: "MEM-004, MEM-008",
      envelope: "MEM-007",
      input: "MEM-007"
    },
    samples: {
      getMemberProfile: { path: "/v1/members/me" }
    },
    strongest: bearer(token),
    lacking: () => undefined,
    foreign: {
      Basic: { authorization: `Basic ${token}` },
      "no token": { authorization: "Bearer" },
      garbage: bearer("garbage"),
      "wrong signature": bearer(`${token.slice(0, -8)}AAAAAAAA`),
      expired: bearer(expired),
      "closed account": bearer(closed),
      "unknown subject": bearer(unknown),
      "operator token": bearer(operator),
      "hub key": bearer(hubKeys.KH_all),
      "partner key": bearer(partnerKeys.PA),
      "partner key in its own header": { "x-api-key": partnerKeys.PA }
    },
    isFailure
  })
}
