import { DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { writingOrganization } from "../access/writingOrganization.ts"
import { audit } from "../audit/audit.ts"
import { getProgramView } from "./readPrograms.ts"
import type { ProgramChange } from "./ProgramSettings.ts"
import { Programs } from "./Programs.ts"

/** Creates a draft program without tiers and venues (DOMAIN 8.3). */
export const createProgram = Effect.fnUntraced(function* (request: ProgramChange & { readonly name: string }) {
  const { id: organizationId } = yield* writingOrganization
  const random = yield* SecureRandom.SecureRandom
  const now = yield* DateTime.now
  const settings = {
    name: request.name,
    description: request.description ?? null,
    currencyName: request.currencyName ?? "points",
    pointsExpiryMonths: request.pointsExpiryMonths ?? 24
  }
  const { xid } = yield* Programs.use(({ insert }) =>
    Effect.flatMap(random.uuidV7(), (newXid) =>
      insert({
        ...settings,
        xid: newXid,
        organizationId,
        status: "draft",
        version: 1,
        createdAt: now,
        updatedAt: now
      })
    )
  )
  yield* audit({
    organizationId,
    action: "program.created",
    subject: `program:${xid}`,
    before: null,
    after: { status: "draft", ...settings }
  })
  return yield* getProgramView(xid)
})
