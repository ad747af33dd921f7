import { Effect } from "effect"
import { surfaces } from "../../../src/cli/application.ts"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { hubKeys } from "../../../src/demo/demoHubKeys.ts"
import { partnerKeys } from "../../../src/demo/demoPartnerKeys.ts"
import { matrix } from "../../support/matrix.ts"
import { tokenFor } from "../../support/member.ts"
import { bearer, isFailure, key, tokenOf } from "../../support/partner.ts"

const surface = surfaces.find(({ name }) => name === "partner")
const member = await Effect.runPromise(tokenFor("M1"))
const operator = await Effect.runPromise(tokenOf("OT_A"))

/** A key of every scope but those asked for: none of the demo's does, so one of an area of its own stands in. */
const lacking = () => key("PA_partner-details_read")

if (surface !== undefined) {
  matrix({
    surface,
    proves: {
      credential: "PAR-098, PAR-099",
      permission: "PAR-104, PAR-114",
      requestId: "PAR-128",
      limits: "PAR-003, PAR-136",
      envelope: "PAR-128, PAR-129",
      input: "PAR-008, PAR-128"
    },
    samples: {
      getScope: { path: "/v1/partner/scope" },
      listArrivals: { path: "/v1/partner/arrivals" },
      getArrival: { path: `/v1/partner/arrivals/${demoIds.arrivals["open"]}` },
      acknowledgeArrival: {
        path: `/v1/partner/arrivals/${demoIds.arrivals["open"]}/ack`,
        headers: { "idempotency-key": "matrix-acknowledge" },
        body: { note: "Seen" }
      }
    },
    strongest: key("PA"),
    lacking,
    foreign: {
      "hub key": bearer(hubKeys.KH_all),
      "hub key in the partner's header": { "x-api-key": hubKeys.KH_all },
      "partner key as bearer token": bearer(partnerKeys.PA),
      "member token": bearer(member),
      "member token in the partner's header": { "x-api-key": member },
      "operator token in the partner's header": { "x-api-key": operator },
      Basic: { authorization: `Basic ${partnerKeys.PA}` },
      "no token": { authorization: "Bearer" },
      "one character off": { "x-api-key": `${partnerKeys.PA.slice(0, -1)}_` },
      sandbox: key("PA_sbx"),
      expired: key("PA_expired"),
      revoked: key("PA_revoked"),
      "organization key of the identity provider": key("POK")
    },
    isFailure
  })
}
