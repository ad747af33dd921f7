import { assert } from "@effect/vitest"
import { DateTime, Effect, Stream } from "effect"
import type { AuditRow } from "../../src/domain/audit/AuditLog.ts"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import { type LiabilityPeriod, LiabilityBooks } from "../../src/domain/liability/LiabilityBooks.ts"
import { MemberId } from "../../src/domain/members/Member.ts"
import { ReservationId } from "../../src/domain/reservations/Reservation.ts"
import { emptyWallet, type WalletEntry, type WalletLot } from "../../src/domain/wallet/Wallet.ts"
import * as LiabilityBooksLayer from "../../src/layers/repositories/LiabilityBooksLayer.ts"
import { twins } from "../support/twins.ts"
import { claimId, walletsDataset } from "../support/datasets/walletsDataset.ts"

const at = (iso: string) => DateTime.makeUnsafe(`2026-${iso}Z`)
const [from, until] = [at("03-01T00:00:00.000"), at("04-01T00:00:00.000")]
const [lastOfFebruary, lastOfMarch] = [at("02-28T23:59:59.999"), at("03-31T23:59:59.999")]

const entry = (
  id: string,
  createdAt: DateTime.Utc,
  points: number,
  change: Partial<WalletEntry> = {}
): WalletEntry => ({
  id,
  memberId: MemberId.make(1),
  groupId: id,
  type: "ADJUST",
  asset: "VALID",
  points,
  movements: [{ lotId: "long", points }],
  description: "Entry",
  sourceType: "adjustment",
  sourceId: id,
  fulfillmentId: null,
  reservationId: null,
  transferId: null,
  correctionId: null,
  reversesEntryId: null,
  metadata: {},
  createdAt,
  ...change
})

const spend = (n: number, createdAt: DateTime.Utc, change: Partial<WalletEntry> = {}) =>
  entry(`spend-${n}`, createdAt, -n, { type: "SPEND", fulfillmentId: claimId(n), ...change })

const refund = (n: number, createdAt: DateTime.Utc, change: Partial<WalletEntry> = {}) =>
  entry(`refund-${n}`, createdAt, n, { fulfillmentId: claimId(n), reversesEntryId: `spend-${n}`, ...change })

/** `original` and `remaining` are arbitrary: a report does not use them. */
const lot = (id: string, expiresAt: DateTime.Utc | null, sourceEntryId = "long"): WalletLot => ({
  id,
  memberId: MemberId.make(1),
  asset: expiresAt === null ? "CREDIT" : "VALID",
  original: 7777,
  remaining: 7777,
  expiresAt,
  sourceEntryId,
  createdAt: lastOfFebruary
})

const move = (id: number, n: number, status: string, createdAt: DateTime.Utc): AuditRow => ({
  id,
  organizationId: null,
  actor: { kind: "system", id: null },
  action: `fulfillment.${status}`,
  subject: `fulfillment:${claimId(n)}`,
  before: null,
  after: { status },
  requestId: null,
  createdAt
})

const [beforeFebruary, march] = [at("02-10T10:00:00.000"), at("03-10T10:00:00.000")]

const entries: ReadonlyArray<WalletEntry> = [
  entry("long", lastOfFebruary, 10_000),
  entry("earned", from, 400, {
    type: "EARN",
    reservationId: ReservationId.make(101),
    movements: [{ lotId: "over", points: 400 }]
  }),
  entry("expired", lastOfMarch, -30, { type: "EXPIRE", movements: [{ lotId: "over", points: -30 }] }),
  entry("later", until, 5000),
  entry("credit", march, 60, {
    asset: "CREDIT",
    movements: [
      { lotId: "credit", points: 50 },
      { lotId: "credit-2", points: 10 }
    ]
  }),
  entry("at-once", march, 90, { movements: [{ lotId: "emptied", points: 90 }] }),
  entry("gone", march, -90, { movements: [{ lotId: "emptied", points: -90 }] }),
  entry("gift-out", march, -20, { type: "GIFT", transferId: "t" }),
  entry("gift-in", march, 20, {
    type: "GIFT",
    transferId: "t",
    memberId: MemberId.make(2),
    movements: [{ lotId: "short", points: 20 }]
  }),
  // Held at the end: never ended, refunded or redeemed later, or cancelled in February but refunded in April.
  spend(101, march),
  spend(102, beforeFebruary),
  refund(102, until, { memberId: MemberId.make(2), movements: [{ lotId: "short", points: 102 }] }),
  spend(103, march),
  spend(104, lastOfFebruary),
  refund(104, until),
  // Redeemed in March, charged in it and before it.
  spend(105, march),
  spend(106, lastOfFebruary, { asset: "CREDIT", movements: [{ lotId: "credit", points: -106 }] }),
  // Lapsed in March; refunded in it and before it; redeemed before it.
  spend(107, beforeFebruary),
  spend(108, beforeFebruary),
  refund(108, from),
  spend(109, beforeFebruary),
  refund(109, lastOfFebruary),
  spend(110, beforeFebruary)
]

const auditLog: ReadonlyArray<AuditRow> = [
  move(1, 101, "claimed", march),
  move(2, 101, "approved", march),
  move(3, 103, "fulfilled", until),
  move(4, 104, "cancelled", lastOfFebruary),
  move(5, 105, "fulfilled", lastOfMarch),
  move(6, 106, "fulfilled", from),
  move(7, 107, "expired", march),
  move(8, 108, "rejected", from),
  move(9, 110, "fulfilled", lastOfFebruary),
  move(10, 110, "expired", march),
  { ...move(11, 101, "fulfilled", march), subject: `fulfilment-of:${claimId(101)}` }
]

const plain = walletsDataset(2)
const dataset: Dataset = {
  ...plain,
  wallets: [1, 2].map((id) => ({
    ...emptyWallet(MemberId.make(id)),
    entryCount: entries.filter(({ memberId }) => memberId === id).length
  })),
  walletEntries: entries,
  walletLots: [
    lot("long", at("12-31T23:59:59.999")),
    lot("over", lastOfMarch),
    lot("short", until),
    lot("emptied", from),
    lot("credit", null),
    lot("credit-2", null)
  ],
  auditLog
}

/** Sums of the numeric columns by all other columns, without those that are all 0. */
const addUp = <Row extends object>(rows: ReadonlyArray<Row>) => {
  const sums = new Map<string, Record<string, number>>()
  for (const row of rows) {
    const columns = Object.entries(row)
    const key = columns
      .flatMap(([name, value]) => (typeof value === "number" ? [] : [`${name}=${value}`]))
      .toSorted()
      .join(" ")
    const sum = sums.get(key) ?? {}
    for (const [name, value] of columns) if (typeof value === "number") sum[name] = (sum[name] ?? 0) + value
    sums.set(key, sum)
  }
  const isNot0 = ([, sum]: [string, Record<string, number>]) => Object.values(sum).some((value) => value !== 0)
  return Object.fromEntries([...sums].filter(isNot0))
}

const read = Effect.fnUntraced(function* (period: LiabilityPeriod) {
  const books = yield* LiabilityBooks
  return yield* books.snapshot(Stream.runCollect(books.sums(period)))
})

const march2026 = { from, until, at: lastOfMarch }

twins("LiabilityBooks", LiabilityBooksLayer, dataset, (it) => {
  it.effect("DOMAIN 4.2: sums the entries by asset and movement, before the period and in it", () =>
    Effect.gen(function* () {
      const sums = yield* read(march2026)
      const moved = (asset: string, isBefore: boolean, movement: string) =>
        `asset=${asset} isBefore=${isBefore} movement=${movement}`
      assert.deepStrictEqual(addUp(sums.flatMap((each) => each.moved)), {
        [moved("VALID", true, "adjusted")]: { points: 10_000 },
        [moved("VALID", true, "spent")]: { points: -102 - 104 - 107 - 108 - 109 - 110 },
        [moved("CREDIT", true, "spent")]: { points: -106 },
        [moved("VALID", true, "refunded")]: { points: 109 },
        [moved("VALID", false, "earned")]: { points: 400 },
        [moved("VALID", false, "expired")]: { points: -30 },
        [moved("CREDIT", false, "adjusted")]: { points: 60 },
        [moved("VALID", false, "spent")]: { points: -101 - 103 - 105 },
        [moved("VALID", false, "refunded")]: { points: 108 }
      })
    })
  )

  it.effect("DOMAIN 4.1: sums what movements left in lots by their end month, whatever the lots' current state", () =>
    Effect.gen(function* () {
      const sums = yield* read(march2026)
      const left = 10_000 - 20 - 102 - 104 - 107 - 110 - 101 - 103 - 105
      const open = (asset: string, isOver: boolean, month: string | null) =>
        `asset=${asset} isOver=${isOver} month=${month}`
      assert.deepStrictEqual(addUp(sums.flatMap((each) => each.open)), {
        [open("VALID", false, "2026-12")]: { points: left },
        [open("VALID", true, "2026-03")]: { points: 370 },
        [open("VALID", false, "2026-04")]: { points: 20 },
        [open("CREDIT", false, null)]: { points: 60 - 106 }
      })
      const earlier = yield* read({ ...march2026, at: DateTime.subtract(lastOfMarch, { milliseconds: 1 }) })
      const keys = Object.keys(addUp(earlier.flatMap((each) => each.open)))
      assert.include(keys, open("VALID", false, "2026-03"))
      assert.notInclude(keys, open("VALID", true, "2026-03"))
    })
  )

  it.effect("DOMAIN 5.1: holds a charge until its refund, else until its claim has ended", () =>
    Effect.gen(function* () {
      const sums = yield* read(march2026)
      assert.deepStrictEqual(addUp(sums.flatMap((each) => each.held)), {
        "asset=VALID": {
          opening: 102 + 104 + 107 + 108,
          redeemed: 105,
          lapsed: 107,
          closing: 101 + 102 + 103 + 104
        },
        "asset=CREDIT": { opening: 106, redeemed: 106, lapsed: 0, closing: 0 }
      })
    })
  )

  it.effect("counts every entry once", () =>
    Effect.gen(function* () {
      const { count } = yield* LiabilityBooks
      const sums = yield* read(march2026)
      assert.deepStrictEqual(
        [yield* count, sums.reduce((sum, each) => sum + each.entries, 0)],
        [entries.length, entries.length]
      )
    })
  )
})
