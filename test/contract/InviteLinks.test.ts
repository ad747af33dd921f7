import { assert } from "@effect/vitest"
import { DateTime, Effect, Layer, Option, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { inviteLinkTokens } from "../../src/demo/demoInvites.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { programIds } from "../../src/demo/demoPrograms.ts"
import { sha256 } from "../../src/demo/seeded.ts"
import { venueDocumentId, venues } from "../../src/demo/venues.ts"
import { AuditLog } from "../../src/domain/audit/AuditLog.ts"
import { InviteLinks } from "../../src/domain/invites/InviteLinks.ts"
import { rotateInviteLink } from "../../src/domain/invites/rotateInviteLink.ts"
import * as DigestsLayer from "../../src/layers/DigestsLayer.ts"
import * as AuditLogLayer from "../../src/layers/repositories/AuditLogLayer.ts"
import * as InviteLinksLayer from "../../src/layers/repositories/InviteLinksLayer.ts"
import { suspending } from "../support/datasets/suspending.ts"
import { twins } from "../support/twins.ts"

const demo = demoWithoutCities(DateTime.makeUnsafe("2026-03-04T05:06:07Z"))
const linkOf = (propertyId: number) => demo.inviteLinks.find((link) => link.propertyId === propertyId)

/** V3's link is inactive, D1 has none, and W1's organization is suspended. */
const dataset = {
  ...suspending(demo, organizationIds.B),
  inviteLinks: demo.inviteLinks
    .filter(({ propertyId }) => propertyId !== venues.D1.id)
    .map((link) => (link.propertyId === venues.V3.id ? { ...link, active: false } : link))
}

const find = (token: string) => InviteLinks.use(({ findByToken }) => findByToken(sha256(token)))

const rotate = (name: "V1" | "V3" | "D1") =>
  rotateInviteLink({
    organizationId: venues[name].organizationId,
    propertyId: venues[name].id,
    documentId: venueDocumentId(name)
  }).pipe(
    Effect.provide([SecureRandom.layerWebCrypto, DigestsLayer.layer(Redacted.make("a secret of the tests"), [])]),
    Effect.map(Redacted.value)
  )

const twin = {
  layerMemory: Layer.merge(AuditLogLayer.layerMemory, InviteLinksLayer.layerMemory),
  layerSql: Layer.merge(AuditLogLayer.layerSql, InviteLinksLayer.layerSql)
}

twins("InviteLinks", twin, dataset, (it) => {
  it.effect(
    "PAR-069: finds an active organization's active link by its token's hash, with the only active program or null",
    () =>
      Effect.gen(function* () {
        assert.deepStrictEqual<unknown>(
          yield* find(inviteLinkTokens.V2),
          Option.some({
            id: linkOf(venues.V2.id)?.id,
            organizationId: organizationIds.A,
            propertyId: venues.V2.id,
            tokenHash: sha256(inviteLinkTokens.V2),
            programId: programIds.A
          })
        )
        const without = Option.getOrNull(yield* find(inviteLinkTokens.D2))
        assert.deepStrictEqual([without?.propertyId, without?.programId], [venues.D2.id, null])
        for (const token of [inviteLinkTokens.V3, inviteLinkTokens.W1, sha256(inviteLinkTokens.V1), "none"]) {
          assert.deepStrictEqual(yield* find(token), Option.none(), token)
        }
      })
  )

  it.effect("INT-016: a rotated link keeps its id and has a new token; the old one is dead", () =>
    Effect.gen(function* () {
      const token = yield* rotate("V1")
      assert.match(token, /^lnk_[0-9A-Za-z]{43}$/)
      assert.deepStrictEqual(yield* find(inviteLinkTokens.V1), Option.none())
      assert.strictEqual(Option.getOrNull(yield* find(token))?.id, linkOf(venues.V1.id)?.id)
      const next = yield* rotate("V1")
      const entries = yield* AuditLog.use(({ list }) => list(`property:${venueDocumentId("V1")}`))
      assert.deepStrictEqual(
        entries.map(({ action }) => action),
        ["invite_link.rotated", "invite_link.rotated"]
      )
      assert.notStrictEqual(next, token)
      assert.deepStrictEqual(yield* find(token), Option.none())
    })
  )

  it.effect("INT-016: rotating activates an inactive link, and creates a missing one", () =>
    Effect.gen(function* () {
      for (const name of ["V3", "D1"] as const) {
        assert.strictEqual(Option.getOrNull(yield* find(yield* rotate(name)))?.propertyId, venues[name].id, name)
      }
    })
  )

  it.effect("INT-016: finds a venue by its document id; an unknown one is NotFound", () =>
    Effect.gen(function* () {
      const { getVenue } = yield* InviteLinks
      assert.deepStrictEqual(yield* getVenue(venueDocumentId("W1")), {
        id: venues.W1.id,
        name: "Venue W1",
        organizationId: organizationIds.B
      })
      assert.strictEqual((yield* Effect.flip(getVenue("none")))._tag, "NotFound")
    })
  )
})
