import { Effect } from "effect"
import { surfaces } from "../../../src/cli/server/application.ts"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { hubKeys } from "../../../src/demo/demoHubKeys.ts"
import { partnerKeys } from "../../../src/demo/demoPartnerKeys.ts"
import { partnerScopes } from "../../../src/domain/access/partnerScopes.ts"
import { isOpen, PartnerOpenAccess } from "../../../src/http/partner/PartnerOpenAccess.ts"
import { PartnerAccess } from "../../../src/http/partner/PartnerAccess.ts"
import { matrix } from "../../support/matrix/matrix.ts"
import { tokenFor } from "../../support/member.ts"
import { bearer, isFailure, key, operator, tokenOf } from "../../support/partner.ts"
import { partnerSamples } from "../../support/samples/partnerSamples.ts"

const partner = surfaces.filter(({ name }) => name === "partner")
const member = await Effect.runPromise(tokenFor("M1"))
const token = await Effect.runPromise(tokenOf("OT_A"))

for (const surface of partner) {
  const closed = { ...surface, endpoints: surface.endpoints.filter((endpoint) => !isOpen(endpoint)) }
  const open = { ...surface, endpoints: surface.endpoints.filter(isOpen) }
  const keys = {
    required: true,
    codes: {
      missing: "idempotency_key_required",
      reused: "idempotency_key_reused",
      inFlight: "idempotency_in_flight"
    },
    replayHeader: "x-idempotent-replay",
    asSent: true
  }
  matrix({
    surface: closed,
    proves: {
      credential: "PAR-092, PAR-096, PAR-098, PAR-099",
      permission: "PAR-102, PAR-104, PAR-114",
      requestId: "PAR-128",
      limits: "PAR-136",
      envelope: "PAR-128, PAR-129",
      input: "PAR-008, PAR-128",
      keys: "PAR-035, PAR-115, PAR-117, PAR-118, PAR-121, PAR-122, PAR-126, PAR-127",
      reach: "PAR-007, PAR-057"
    },
    samples: partnerSamples,
    strongest: key("PA"),
    actor: "key",
    holding: (permissions) => operator("OT_A", { permissions }),
    permissions: partnerScopes,
    access: [PartnerAccess.key],
    narrow: key("PA_v1"),
    foreign: {
      "hub key": bearer(hubKeys.KH_all),
      "hub key in the partner's header": { "x-api-key": hubKeys.KH_all },
      "partner key as bearer token": bearer(partnerKeys.PA),
      "member token": bearer(member),
      "member token in the partner's header": { "x-api-key": member },
      "operator token in the partner's header": { "x-api-key": token },
      Basic: { authorization: `Basic ${partnerKeys.PA}` },
      "no token": { authorization: "Bearer" },
      "one character off": { "x-api-key": `${partnerKeys.PA.slice(0, -1)}_` },
      sandbox: key("PA_sbx"),
      expired: key("PA_expired"),
      revoked: key("PA_revoked"),
      "organization key of the identity provider": key("POK"),
      "organization key as bearer token": bearer(partnerKeys.POK)
    },
    keys,
    strictReach: true,
    venues: {
      code: "property_out_of_scope",
      unknown: "no-such-venue",
      foreign: demoIds.venues.W1,
      outOfReach: demoIds.venues.V2
    },
    malformedCode: "malformed_json",
    strictBodies: true,
    isFailure
  })

  matrix({
    surface: open,
    proves: {
      credential: "PAR-069",
      permission: "PAR-069",
      requestId: "PAR-128",
      limits: "PAR-137",
      envelope: "PAR-128, PAR-129",
      input: "PAR-008, PAR-128",
      keys: "PAR-069, PAR-115, PAR-117, PAR-118, PAR-121, PAR-122, PAR-124",
      reach: "PAR-069"
    },
    samples: partnerSamples,
    strongest: undefined,
    actor: "link",
    holding: undefined,
    permissions: [],
    access: [PartnerOpenAccess.key],
    foreign: {
      "partner key": key("PA"),
      "revoked key": key("PA_revoked"),
      "both kinds": { ...key("PA"), ...bearer(member) },
      "hub key": bearer(hubKeys.KH_all),
      garbage: { authorization: "Bearer garbage", "x-api-key": "garbage" }
    },
    keys,
    strictReach: true,
    malformedCode: "malformed_json",
    strictBodies: true,
    isFailure
  })
}
