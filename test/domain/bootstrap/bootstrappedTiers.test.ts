import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { memberIds } from "../../../src/demo/demoMembers.ts"
import { organizationIds } from "../../../src/demo/demoOrganizations.ts"
import { programIds, tierId } from "../../../src/demo/demoPrograms.ts"
import { importBootstrap } from "../../../src/domain/bootstrap/importBootstrap.ts"
import { readBootstrap } from "../../../src/domain/bootstrap/readBootstrap.ts"
import { Enrolments } from "../../../src/domain/members/Enrolments.ts"
import type { ProgramId } from "../../../src/domain/programs/Program.ts"
import { currentTier } from "../../../src/domain/programs/currentTier.ts"
import { atTime } from "../../support/atTime.ts"
import { bootstrapTwin } from "../../support/bootstrapTwin.ts"
import { demoWithoutCities } from "../../support/datasets/demoWithoutCities.ts"
import { twins } from "../../support/twins.ts"

const now = DateTime.makeUnsafe("2026-05-10T12:00:00Z")
const all = demoWithoutCities(now)

/** A file describes one program, so the organization has no other. */
const others = new Set(
  all.programs.flatMap(({ id, organizationId }) =>
    organizationId === organizationIds.B && id !== programIds.B ? [id] : []
  )
)
const isKept = ({ programId }: { readonly programId: ProgramId }) => !others.has(programId)
const demo = {
  ...all,
  programs: all.programs.filter(({ id }) => !others.has(id)),
  programVenues: all.programVenues.filter(isKept),
  earningRules: all.earningRules.filter(isKept),
  tiers: all.tiers.filter(isKept),
  entitlements: all.entitlements.filter(isKept),
  enrolments: all.enrolments.filter(isKept)
}
const silver = tierId("B", 2)
const key = { programId: programIds.B, memberId: memberIds.M9 }

/** M9 earned Silver again in a period that is over, which no job has stored. */
const afterPeriod = {
  ...demo,
  enrolments: demo.enrolments.map((row) =>
    row.memberId === key.memberId && row.programId === key.programId
      ? { ...row, tierId: silver, tierExpiresAt: DateTime.subtract(now, { hours: 1 }), qualifyingPoints: 1000 }
      : row
  )
}

twins("importBootstrap, after a tier period", bootstrapTwin, afterPeriod, (it) => {
  it.effect("DOMAIN 4.4: a file with a higher threshold moves nobody whose period is over", () =>
    Effect.gen(function* () {
      const [organization] = demo.organizations.filter(({ id }) => id === organizationIds.B)
      const [program] = demo.programs.filter(({ id }) => id === programIds.B)
      const tiers = demo.tiers
        .filter(({ programId }) => programId === programIds.B)
        .map(({ level, name, qualifyingPoints }) => ({ level, name, qualifyingPoints: qualifyingPoints * 10 }))
      const file = yield* readBootstrap({
        organization: { slug: organization?.slug, name: organization?.name },
        program: { name: program?.name, tiers }
      })
      const report = yield* importBootstrap(file).pipe(Effect.provide(SecureRandom.layerWebCrypto), atTime(now))
      assert.include(
        report.results.map(({ kind, outcome }) => `${kind} ${outcome}`),
        "tier updated"
      )
      const found = yield* Enrolments.use(({ findForUpdate }) => findForUpdate(key))
      const { enrolment, tiers: edited } = Option.getOrThrow(found)
      assert.strictEqual(currentTier(enrolment, edited, now)?.tier.id, silver)
    })
  )
})
