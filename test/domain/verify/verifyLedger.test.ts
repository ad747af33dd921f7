import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoWithoutCities } from "../../support/datasets/demoWithoutCities.ts"
import { checks } from "../../../src/domain/verify/Finding.ts"
import { historyStart } from "../../support/datasets/historyDataset.ts"
import { layerMemory, layerSql, RecordedBooks } from "../../support/history/recordedBooks.ts"
import { ofClaims, ofCollections, ofStays } from "./claimCorruptions.ts"
import { ofCodes } from "./codeCorruptions.ts"
import { ofItems, ofOwners } from "./linkCorruptions.ts"
import { ofActivity, ofLots } from "./lotCorruptions.ts"
import { ofRedemptions } from "./redemptionCorruptions.ts"
import { ofEntries, ofWallets } from "./walletCorruptions.ts"

/** At least one for every kind of finding. */
const corruptions = [
  ...ofWallets,
  ...ofEntries,
  ...ofLots,
  ...ofActivity,
  ...ofOwners,
  ...ofItems,
  ...ofStays,
  ...ofClaims,
  ...ofRedemptions,
  ...ofCodes,
  ...ofCollections
]

/** Kinds that no change of rows produces: these counts are made from the same rows. */
const notByRows = ["unread_count", "code_stock"]

const named = ({ check, subject }: { readonly check: string; readonly subject: string }) => `${check} ${subject}`

for (const [name, store] of [["memory", layerMemory] as const, ["sql", layerSql] as const]) {
  layer(store)(`verifyLedger (${name})`, (it) => {
    it.effect("DOMAIN 4.3, DOMAIN 5.1: finds nothing in the books of an eventful history", () =>
      Effect.gen(function* () {
        const { outcomes, recorded, verify } = yield* RecordedBooks
        assert.isTrue(outcomes.includes("command: RateLimited"), outcomes.join("\n"))
        const report = yield* verify(recorded)
        assert.deepStrictEqual(report, { members: 4, entries: recorded.walletEntries.length, count: 0, findings: [] })
        const types = new Set(recorded.walletEntries.map(({ type }) => type))
        assert.sameMembers([...types], ["EARN", "SPEND", "GIFT", "ADJUST", "EXPIRE"])
      })
    )

    it.effect("DOMAIN 4.3: finds nothing in the books of the demo data", () =>
      Effect.gen(function* () {
        const { verify } = yield* RecordedBooks
        const report = yield* verify({ ...demoWithoutCities(historyStart), transfers: [], idempotencyKeys: [] })
        assert.deepStrictEqual([report.count, report.findings], [0, []])
        assert.isAbove(report.entries, 30)
      })
    )

    for (const { check, finds, tamper, title, ...one } of corruptions) {
      if (one.only !== undefined && one.only !== name) continue
      it.effect(`${title} (${check})`, () =>
        Effect.gen(function* () {
          const { recorded, verify } = yield* RecordedBooks
          const { count, findings } = yield* verify(tamper(recorded))
          const expected = finds(recorded)
          assert.sameMembers(findings.map(named), [...expected])
          assert.strictEqual(count, expected.length)
          assert.isTrue(expected.some((finding) => finding.startsWith(`${check} `)))
        })
      )
    }
  })
}

layer(layerMemory)("verifyLedger", (it) => {
  it.effect("DOMAIN 4.3: every kind of finding except those of counts has a corruption", () =>
    Effect.sync(() => {
      const corrupted = new Set<string>([...corruptions.map(({ check }) => check), ...notByRows])
      assert.sameMembers([...corrupted], [...checks])
    })
  )
})
