import { surfaces } from "../../../src/cli/server/application.ts"
import { hubKeys } from "../../../src/demo/demoHubKeys.ts"
import { partnerKeys } from "../../../src/demo/demoPartnerKeys.ts"
import { LegacyAccess } from "../../../src/http/public/LegacyAccess.ts"
import { PublicAccess } from "../../../src/http/public/PublicAccess.ts"
import { matrix } from "../../support/matrix/matrix.ts"
import { isFailure, isLegacyFailure } from "../../support/public.ts"
import { publicSamples } from "../../support/samples/publicSamples.ts"
import type { Answer } from "../../support/http/service.ts"

const publics = surfaces.filter(({ name }) => name === "public")

/** The limit of the legacy endpoint is fixed, so every request comes from an address of its own. */
let address = 0
const headers = () => {
  address++
  return { "x-forwarded-for": `10.2.${address >> 8}.${address & 255}` }
}

const reasons: Readonly<Record<number, string>> = { 400: "Bad Request", 404: "Not Found", 405: "Method Not Allowed" }

const isOurs = (answer: Answer) =>
  isFailure(answer) || isLegacyFailure(answer, reasons[answer.status] ?? "no other is expected")

for (const surface of publics)
  matrix({
    surface,
    proves: {
      credential: "PUB-001",
      permission: "PUB-001",
      requestId: "PUB-001",
      limits: "PUB-015, PUB-020",
      envelope: "PUB-013",
      input: "PUB-013",
      keys: "PUB-001",
      reach: "PUB-013"
    },
    samples: publicSamples,
    strongest: undefined,
    holding: undefined,
    permissions: [],
    access: [PublicAccess.key, LegacyAccess.key],
    foreign: {
      garbage: { authorization: "Bearer garbage" },
      Basic: { authorization: "Basic eDp5" },
      "hub key": { authorization: `Bearer ${hubKeys.KH_all}` },
      "partner key": { "x-api-key": partnerKeys.PA }
    },
    strictReach: false,
    malformedCode: "malformed_json",
    strictBodies: false,
    headers,
    isFailure: isOurs
  })
