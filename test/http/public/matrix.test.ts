import { surfaces } from "../../../src/cli/application.ts"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { hubKeys } from "../../../src/demo/demoHubKeys.ts"
import { partnerKeys } from "../../../src/demo/demoPartnerKeys.ts"
import { matrix, type Sample } from "../../support/matrix.ts"
import { isFailure, isLegacyFailure } from "../../support/public.ts"
import type { Answer } from "../../support/service.ts"

const open = surfaces.find(({ name }) => name === "public")

/** The limit of the legacy endpoint is fixed, so every request comes from an address of its own. */
let address = 0
const legacy: Sample = {
  path: `/v1/public/reservations/legacy/${demoIds.legacyReservations.L1}/resolve`,
  get headers() {
    address++
    return { "x-forwarded-for": `10.2.${address >> 8}.${address & 255}` }
  }
}

const reasons: Readonly<Record<number, string>> = { 404: "Not Found", 405: "Method Not Allowed" }

const isOurs = (answer: Answer) =>
  isFailure(answer) || isLegacyFailure(answer, reasons[answer.status] ?? "no other is expected")

if (open !== undefined) {
  matrix({
    surface: open,
    proves: {
      credential: "PUB-001",
      permission: "PUB-001",
      requestId: "PUB-001",
      limits: "PUB-015, PUB-020",
      envelope: "PUB-013",
      input: "PUB-013"
    },
    samples: {
      getPublicProperty: { path: `/v1/public/properties/${demoIds.properties.V1}` },
      getPublicPropertyBySlug: { path: "/v1/public/properties/by-slug/venue-v1" },
      resolveLegacyReservation: legacy
    },
    strongest: undefined,
    lacking: () => undefined,
    foreign: {
      garbage: { authorization: "Bearer garbage" },
      Basic: { authorization: "Basic eDp5" },
      "hub key": { authorization: `Bearer ${hubKeys.KH_all}` },
      "partner key": { "x-api-key": partnerKeys.PA }
    },
    isFailure: isOurs
  })
}
