import { hubKeys, unlistedHubKeys } from "../../../src/demo/demoHubKeys.ts"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { partnerKeys } from "../../../src/demo/demoPartnerKeys.ts"
import { surfaces } from "../../../src/cli/application.ts"
import { matrix } from "../../support/matrix.ts"

const hub = surfaces.find(({ name }) => name === "hub")
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })

if (hub !== undefined) {
  matrix({
    surface: hub,
    proves: {
      credential: "HUB-014, HUB-078, HUB-080, HUB-085, HUB-087",
      permission: "HUB-015, HUB-016",
      requestId: "HUB-009, HUB-010",
      limits: "HUB-011, HUB-012, HUB-014",
      envelope: "HUB-087, HUB-088",
      input: "HUB-056, HUB-076"
    },
    samples: {
      listBrands: { path: "/api/external/v1/brands" },
      readMessaging: { path: "/api/external/v1/messaging?scope=ws-a-main" },
      transitionAction: {
        path: "/api/external/v1/messaging?scope=ws-a-main",
        headers: { "idempotency-key": "matrix-claim-0001" },
        body: { type: "claim", id: demoIds.actions.unowned80, expectedVersion: 1 }
      }
    },
    strongest: bearer(hubKeys.KH_all),
    lacking: () => bearer(unlistedHubKeys.KH_messaging),
    foreign: {
      "partner key": bearer(partnerKeys.PA),
      "partner key in its own header": { "x-api-key": partnerKeys.PA },
      "hub key in the partner's header": { "x-api-key": hubKeys.KH_all },
      Basic: { authorization: `Basic ${hubKeys.KH_all}` },
      "no token": { authorization: "Bearer" },
      "one character off": bearer(`${hubKeys.KH_all.slice(0, -1)}_`),
      expired: bearer(hubKeys.KH_expired),
      revoked: bearer(hubKeys.KH_revoked),
      "organization key of the identity provider": bearer(partnerKeys.POK)
    },
    isFailure: (answer) =>
      answer.headers.get("content-type") === "application/problem+json" &&
      answer.at("status") === answer.status &&
      answer.at("type") === `urn:hub:problem:${String(answer.at("code"))}` &&
      typeof answer.at("title") === "string" &&
      typeof answer.at("detail") === "string" &&
      typeof answer.at("instance") === "string" &&
      answer.at("requestId") === answer.headers.get("x-request-id")
  })
}
