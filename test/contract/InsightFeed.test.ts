import { assert } from "@effect/vitest"
import { DateTime, Effect, Layer, Redacted, Stream } from "effect"
import { SecureRandom } from "effect/crypto"
import { createHmac } from "node:crypto"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { insightHashes, insightNames, pmsGuestId } from "../../src/demo/demoInsight.ts"
import { guestXid } from "../../src/demo/demoGuests.ts"
import { memberIds, memberXid } from "../../src/demo/demoMembers.ts"
import { organizationIds, organizationXid } from "../../src/demo/demoOrganizations.ts"
import { stays } from "../../src/demo/stays.ts"
import { venueDocumentId } from "../../src/demo/venues.ts"
import type { Reach } from "../../src/domain/access/Reach.ts"
import type { ImportReport } from "../../src/domain/imports/ImportReport.ts"
import { importInsight } from "../../src/domain/insight/importInsight.ts"
import { AuditLog } from "../../src/domain/audit/AuditLog.ts"
import { InsightFeed } from "../../src/domain/insight/InsightFeed.ts"
import { InsightRecords } from "../../src/domain/insight/InsightRecords.ts"
import { aboutSecret, insightSecretPurpose } from "../../src/domain/insight/insightSecrets.ts"
import { rotateInsightSecret } from "../../src/domain/insight/rotateInsightSecret.ts"
import { MemberAccounts } from "../../src/domain/members/MemberAccounts.ts"
import type { OrganizationId } from "../../src/domain/organizations/Organization.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { Digests } from "../../src/domain/shared/Digests.ts"
import { Vault } from "../../src/domain/shared/Vault.ts"
import { developmentSecret } from "../../src/domain/shared/developmentSecret.ts"
import * as AuditLogLayer from "../../src/layers/repositories/AuditLogLayer.ts"
import * as DigestsLayer from "../../src/layers/DigestsLayer.ts"
import * as InsightFeedLayer from "../../src/layers/repositories/InsightFeedLayer.ts"
import * as InsightRecordsLayer from "../../src/layers/repositories/InsightRecordsLayer.ts"
import * as MemberAccountsLayer from "../../src/layers/repositories/MemberAccountsLayer.ts"
import * as VaultLayer from "../../src/layers/VaultLayer.ts"
import { atTime } from "../support/atTime.ts"
import { twins } from "../support/twins.ts"

const now = DateTime.makeUnsafe("2026-03-04T05:06:07Z")
const demo = demoWithoutCities(now)
const { A, B, C } = organizationIds
const organizationA = { id: A, xid: organizationXid("A") }
const secret = Redacted.make(developmentSecret)
const secrets = Layer.mergeAll(VaultLayer.layer(secret), DigestsLayer.layer(secret), SecureRandom.layerWebCrypto)

const twin = {
  layerMemory: Layer.mergeAll(
    AuditLogLayer.layerMemory,
    InsightFeedLayer.layerMemory,
    InsightRecordsLayer.layerMemory,
    secrets
  ),
  layerSql: Layer.mergeAll(AuditLogLayer.layerSql, InsightFeedLayer.layerSql, InsightRecordsLayer.layerSql, secrets)
}

const reachOf = (organizationId: OrganizationId): Reach => ({ organizationIds: [organizationId], venueIds: "all" })

const load = (
  organizationId: OrganizationId,
  lines: ReadonlyArray<object>,
  options: { readonly dryRun?: boolean; readonly nextRunAt?: DateTime.Utc } = {}
) =>
  importInsight({
    organizationId,
    chunks: Stream.make(lines.map((line) => JSON.stringify(line)).join("\n")),
    dryRun: options.dryRun ?? false,
    nextRunAt: options.nextRunAt ?? null,
    onProgress: () => Effect.void
  })

const counts = ({ created, rejected, unchanged, updated }: ImportReport) => [created, updated, unchanged, rejected]

/** The organization's current secret in plain text. */
const secretOf = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const feed = yield* InsightFeed
  const vault = yield* Vault
  const found = yield* Effect.flatMap(atomically(feed.findSecretForShare(organizationId)), Effect.fromOption)
  return vault.open(insightSecretPurpose, aboutSecret(organizationId), found.secretEnc) ?? assert.fail("does not open")
})

const hashOf = (organizationId: OrganizationId, id: string) =>
  Effect.map(secretOf(organizationId), (text) => createHmac("sha256", text).update(id).digest("hex"))

const recordOf = (organizationId: OrganizationId, id: string) =>
  Effect.flatMap(hashOf(organizationId, id), (hashedPmsGuestId) =>
    InsightRecords.use((records) => records.get({ reach: reachOf(organizationId), hashedPmsGuestId }))
  )

const stayId = (name: string) => stays.find((stay) => stay.name === name)?.externalId ?? assert.fail(name)

const guest = {
  pmsGuestId: "G-1",
  guestId: guestXid("g1"),
  memberId: memberXid("M1"),
  reservationId: stayId("open"),
  status: "enriched",
  social: {
    profiles: [{ network: "linkedin", handle: "one", url: null, followers: 3 }],
    interests: ["wine"],
    employer: "Example",
    jobTitle: null,
    location: null,
    photoUrl: null
  },
  matchConfidence: 0.75,
  matchedBy: ["email"],
  enrichedAt: "2026-03-01T10:00:00Z"
}

twins("InsightFeed", twin, demo, (it) => {
  it.effect("PAR-062: hashes with HMAC-SHA256 under the organization's secret, in lower-case hex", () =>
    Effect.gen(function* () {
      const { hmac } = yield* Digests
      assert.strictEqual(
        hmac("key", "The quick brown fox jumps over the lazy dog"),
        "f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8"
      )
      assert.strictEqual(yield* hashOf(A, pmsGuestId("open")), insightHashes.open)
      assert.strictEqual(yield* hashOf(B, pmsGuestId("b")), insightHashes.b)
      assert.notStrictEqual(yield* secretOf(A), yield* secretOf(B))
    })
  )

  it.effect("PAR-061, PAR-066: imports a line as a record with its stay's venue; a repeated line is unchanged", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(counts(yield* atTime(now)(load(A, [guest]))), [1, 0, 0, 0])
      const record = yield* recordOf(A, "G-1")
      assert.deepStrictEqual<unknown>(record, {
        hashedPmsGuestId: yield* hashOf(A, "G-1"),
        memberId: 601,
        social: guest.social,
        matchConfidence: 0.75,
        matchedBy: ["email"],
        reservationId: guest.reservationId,
        propertyId: venueDocumentId("V1"),
        enrichedAt: DateTime.makeUnsafe(guest.enrichedAt),
        updatedAt: now
      })
      const later = DateTime.add(now, { hours: 1 })
      assert.deepStrictEqual(counts(yield* atTime(later)(load(A, [guest]))), [0, 0, 1, 0])
      assert.deepStrictEqual(yield* recordOf(A, "G-1"), record)
      const change = { pmsGuestId: "G-1", status: "pending", propertyId: venueDocumentId("V2") }
      assert.deepStrictEqual(counts(yield* atTime(later)(load(A, [change]))), [0, 1, 0, 0])
      const changed = yield* recordOf(A, "G-1")
      assert.deepStrictEqual(
        [changed.memberId, changed.reservationId, changed.propertyId, changed.matchConfidence, changed.enrichedAt],
        [null, null, venueDocumentId("V2"), 0, null]
      )
      assert.deepStrictEqual(changed.updatedAt, later)
    })
  )

  it.effect("PAR-001, PAR-061: rejects lines with invalid, missing or foreign references, and imports the rest", () =>
    Effect.gen(function* () {
      const base = { status: "enriched" }
      const report = yield* load(A, [
        { ...base, pmsGuestId: "R-1", propertyId: venueDocumentId("W1") },
        { ...base, pmsGuestId: "R-2", propertyId: "nowhere" },
        { ...base, pmsGuestId: "R-3", memberId: memberXid("M9") },
        { ...base, pmsGuestId: "R-4", memberId: memberXid("M_new") },
        { ...base, pmsGuestId: "R-5", reservationId: stayId("w1_plus60") },
        { ...base, pmsGuestId: "R-6", guestId: guestXid("g_b") },
        { ...base, pmsGuestId: "R-7", reservationId: stayId("open"), propertyId: venueDocumentId("V2") },
        { ...base, pmsGuestId: "R-8", matchConfidence: 1.1 },
        { ...base, pmsGuestId: "R-9" }
      ])
      assert.deepStrictEqual(counts(report), [1, 0, 0, 8])
      assert.deepStrictEqual(
        report.rejections.map(({ line }) => line),
        [1, 2, 3, 4, 5, 6, 7, 8]
      )
      const reasons = report.rejections.map(({ reason }) => reason)
      assert.strictEqual(reasons[0], `propertyId: the organization has no ${venueDocumentId("W1")}`)
      assert.strictEqual(reasons[1], "propertyId: the organization has no nowhere")
      assert.strictEqual(reasons[2], `memberId: the organization has no ${memberXid("M9")}`)
      assert.strictEqual(reasons[6], "propertyId: is not the venue of the stay")
      assert.match(String(reasons[7]), /^matchConfidence: /)
      assert.strictEqual((yield* recordOf(A, "R-9")).propertyId, null)
      assert.strictEqual((yield* Effect.flip(recordOf(A, "R-1")))._tag, "NotFound")
    })
  )

  it.effect("PAR-061: rejects lines with text or times that PostgreSQL cannot store, and imports the rest", () =>
    Effect.gen(function* () {
      const social = { ...guest.social, interests: ["wine"] }
      const [profile] = social.profiles
      const bounds = ["0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"]
      const bad = [
        ["pmsGuestId", { pmsGuestId: "T\ud800" }],
        ["pmsGuestId", { pmsGuestId: "T\0" }],
        ["guestId", { guestId: "g\udc00" }],
        ["reservationId", { reservationId: "r\0" }],
        ["matchedBy[0]", { matchedBy: ["a\ud800"] }],
        ["social.interests[1]", { social: { ...social, interests: ["wine", "a\0b"] } }],
        ["social.employer", { social: { ...social, employer: "\ud800" } }],
        ["social.photoUrl", { social: { ...social, photoUrl: "\0" } }],
        ["social.profiles[0].handle", { social: { ...social, profiles: [{ ...profile, handle: "\ud800" }] } }],
        ["social.profiles[0].network", { social: { ...social, profiles: [{ ...profile, network: "\0" }] } }],
        ["enrichedAt", { enrichedAt: "+010000-01-01T00:00:00Z" }, "Expected an ISO 8601 timestamp or date"],
        ["enrichedAt", { enrichedAt: "5" }, "Expected an ISO 8601 timestamp or date"],
        ["enrichedAt", { enrichedAt: "2026-02-30T00:00:00Z" }, "not an existing date and time"],
        ["enrichedAt", { enrichedAt: "9999-12-31T23:59:59-01:00" }, "Expected a time in the years 1 to 9999"],
        ["enrichedAt", { enrichedAt: "0000-12-31T23:59:59.999Z" }, "Expected a time in the years 1 to 9999"]
      ] as const
      const report = yield* load(A, [
        ...bad.map(([, line], index) => ({ pmsGuestId: `T-${index}`, status: "enriched", ...line })),
        ...bounds.map((enrichedAt, index) => ({
          pmsGuestId: `T-good-${index}`,
          status: "enriched",
          matchedBy: [" email "],
          enrichedAt
        }))
      ])
      assert.deepStrictEqual(counts(report), [2, 0, 0, bad.length])
      assert.deepStrictEqual(
        report.rejections.map(({ line, reason }) => [line, reason]),
        bad.map(([field, , reason = "Expected a text without NUL and lone surrogates"], index) => [
          index + 1,
          `${field}: ${reason}`
        ])
      )
      for (const [index, enrichedAt] of bounds.entries()) {
        const record = yield* recordOf(A, `T-good-${index}`)
        assert.deepStrictEqual([record.enrichedAt, record.matchedBy], [DateTime.makeUnsafe(enrichedAt), [" email "]])
      }
    })
  )

  it.effect("PAR-062: the same PMS id in two organizations is two records under two hashes", () =>
    Effect.gen(function* () {
      const line = { pmsGuestId: "same", status: "pending" }
      yield* load(A, [line])
      assert.deepStrictEqual(counts(yield* load(C, [line])), [1, 0, 0, 0])
      assert.notStrictEqual(yield* hashOf(A, "same"), yield* hashOf(C, "same"))
      assert.match(yield* secretOf(C), /^[0-9a-f]{64}$/)
      const foreign = InsightRecords.use((records) =>
        Effect.flatMap(hashOf(A, "same"), (hashedPmsGuestId) => records.get({ reach: reachOf(C), hashedPmsGuestId }))
      )
      assert.strictEqual((yield* Effect.flip(foreign))._tag, "NotFound")
    })
  )

  it.effect("PAR-065, PAR-067: a finished import sets lastRunAt and nextRunAt; a dry run changes nothing", () =>
    Effect.gen(function* () {
      const stats = InsightRecords.use(({ getStats }) => getStats(reachOf(C)))
      const before = yield* stats
      const report = yield* load(C, [{ pmsGuestId: "D-1", status: "failed" }], { dryRun: true })
      assert.deepStrictEqual(counts(report), [1, 0, 0, 0])
      assert.deepStrictEqual(yield* stats, before)
      const at = DateTime.add(now, { days: 2 })
      const nextRunAt = DateTime.add(at, { days: 1 })
      yield* atTime(at)(load(C, [{ pmsGuestId: "D-1", status: "failed" }], { nextRunAt }))
      const after = yield* stats
      assert.deepStrictEqual([after.lastRunAt, after.nextRunAt], [at, nextRunAt])
      assert.deepStrictEqual([after.guestsTotal, after.guestsFailed], [before.guestsTotal + 1, before.guestsFailed + 1])
    })
  )

  it.effect("PAR-062: a rotation hashes every record again under a new secret; the old hashes find nothing", () =>
    Effect.gen(function* () {
      const ofA = insightNames.filter((name) => !name.startsWith("b"))
      const others = InsightRecords.use((records) =>
        records.get({ reach: reachOf(B), hashedPmsGuestId: insightHashes.b })
      )
      const former = yield* secretOf(A)
      const before = yield* recordOf(A, pmsGuestId("open"))
      const counted = (yield* InsightRecords.use(({ getStats }) => getStats(reachOf(A)))).guestsTotal
      const progress: Array<number> = []
      const rotated = yield* rotateInsightSecret(organizationA, ({ records }) =>
        Effect.sync(() => void progress.push(records))
      )
      assert.strictEqual(rotated.records, counted)
      assert.deepStrictEqual(progress, [counted])
      const [entry, ...more] = yield* AuditLog.use(({ list }) => list(`organization:${organizationA.xid}`))
      assert.deepStrictEqual([entry?.action, entry?.after, more], ["insight_secret.rotated", { records: counted }, []])
      assert.notStrictEqual(yield* secretOf(A), former)
      for (const name of ofA) {
        const old = InsightRecords.use((records) =>
          records.get({ reach: reachOf(A), hashedPmsGuestId: insightHashes[name] })
        )
        assert.strictEqual((yield* Effect.flip(old))._tag, "NotFound", name)
      }
      const after = yield* recordOf(A, pmsGuestId("open"))
      assert.deepStrictEqual(after, { ...before, hashedPmsGuestId: after.hashedPmsGuestId })
      assert.strictEqual((yield* others).hashedPmsGuestId, insightHashes.b)
      assert.deepStrictEqual(counts(yield* load(A, [{ pmsGuestId: "R-9", status: "enriched" }])), [0, 0, 1, 0])
      yield* rotateInsightSecret(organizationA, () => Effect.void)
      assert.strictEqual((yield* recordOf(A, pmsGuestId("open"))).memberId, 601)
    })
  )

  it.effect("PAR-062: a rotation or import without the deployment's secret fails with InsightSealed", () =>
    Effect.gen(function* () {
      const lost = Effect.provide(VaultLayer.layer(Redacted.make("another secret of thirty-two characters")))
      const refused = yield* Effect.flip(lost(rotateInsightSecret(organizationA, () => Effect.void)))
      assert.strictEqual(refused._tag, "InsightSealed")
      const unread = yield* Effect.flip(lost(load(A, [{ pmsGuestId: "late", status: "pending" }])))
      assert.strictEqual(unread._tag, "InsightSealed")
      assert.strictEqual((yield* recordOf(A, pmsGuestId("open"))).memberId, 601)
    })
  )

  it.effect("PAR-062: the first rotation of an organization without records gives it a secret", () =>
    Effect.gen(function* () {
      const { D } = organizationIds
      assert.deepStrictEqual(yield* rotateInsightSecret({ id: D, xid: organizationXid("D") }, () => Effect.void), {
        records: 0
      })
      assert.match(yield* secretOf(D), /^[0-9a-f]{64}$/)
    })
  )
})

const withAccounts = {
  layerMemory: Layer.mergeAll(twin.layerMemory, MemberAccountsLayer.layerMemory),
  layerSql: Layer.mergeAll(twin.layerSql, MemberAccountsLayer.layerSql)
}

twins("InsightFeed after a merge of accounts", withAccounts, demo, (it) => {
  it.effect("DOMAIN 4.5, PAR-066: a merged account stands for the one that took over, as in the record before", () =>
    Effect.gen(function* () {
      const { changeOwner, updateClosed } = yield* MemberAccounts
      const [from, to] = [memberIds.M1, memberIds.M2]
      assert.deepStrictEqual(counts(yield* load(A, [guest])), [1, 0, 0, 0])
      yield* atomically(Effect.andThen(changeOwner({ from, to, now }), updateClosed({ id: from, mergedInto: to, now })))
      assert.strictEqual((yield* recordOf(A, guest.pmsGuestId)).memberId, to)
      assert.deepStrictEqual(counts(yield* load(A, [guest])), [0, 0, 1, 0])
      assert.strictEqual((yield* recordOf(A, guest.pmsGuestId)).memberId, to)
    })
  )
})
