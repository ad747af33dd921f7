import { DateTime, Effect } from "effect"
import { surfaces } from "../../../src/cli/server/application.ts"
import { hubKeys } from "../../../src/demo/demoHubKeys.ts"
import { memberSubject } from "../../../src/demo/demoMembers.ts"
import { partnerKeys } from "../../../src/demo/demoPartnerKeys.ts"
import { operatorTokens } from "../../../src/demo/demoTokens.ts"
import { demoValidity, mintOperatorToken } from "../../../src/layers/developmentIssuer.ts"
import { MemberAccess } from "../../../src/http/member/MemberAccess.ts"
import { matrix } from "../../support/matrix/matrix.ts"
import { bearer, isFailure, tokenFor, tokenOf } from "../../support/member.ts"
import { memberSamples } from "../../support/samples/memberSamples.ts"

const members = surfaces.filter(({ name }) => name === "member")

const token = await Effect.runPromise(tokenFor("M1"))
const expired = await Effect.runPromise(
  tokenOf(memberSubject("M1"), { expiresAt: DateTime.add(demoValidity.issuedAt, { days: 1 }) })
)
const closed = await Effect.runPromise(tokenFor("M_closed"))
const unknown = await Effect.runPromise(tokenOf("nobody"))
const operator = await Effect.runPromise(mintOperatorToken({ ...demoValidity, ...operatorTokens.OT_A }))

for (const surface of members)
  matrix({
    surface,
    proves: {
      credential: "MEM-001, MEM-003",
      permission: "MEM-001",
      requestId: "MEM-007",
      limits: "MEM-004, MEM-008",
      envelope: "MEM-007",
      input: "MEM-007",
      keys: "MEM-088",
      reach: "MEM-002"
    },
    samples: memberSamples,
    strongest: bearer(token),
    actor: "member",
    holding: undefined,
    permissions: [],
    access: [MemberAccess.key],
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
    keys: {
      required: false,
      codes: { reused: "idempotency_key_reused", inFlight: "idempotency_in_flight" },
      asSent: false
    },
    strictReach: false,
    malformedCode: "malformed_json",
    strictBodies: false,
    isFailure
  })
