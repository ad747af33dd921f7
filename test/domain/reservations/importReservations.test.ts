import { assert } from "@effect/vitest"
import { Effect, Result, Stream } from "effect"
import { SecureRandom } from "effect/crypto"
import { organizationIds } from "../../../src/demo/demoOrganizations.ts"
import { venueDocumentId, venues } from "../../../src/demo/venues.ts"
import { FulfillmentId } from "../../../src/domain/fulfillments/Fulfillment.ts"
import { getFulfillment } from "../../../src/domain/fulfillments/readFulfillments.ts"
import { ndjson } from "../../../src/domain/imports/ndjson.ts"
import { MemberId } from "../../../src/domain/members/Member.ts"
import { hostawayReservations } from "../../../src/domain/reservations/hostawayReservations.ts"
import { importReservations, perProperty } from "../../../src/domain/reservations/importReservations.ts"
import { mewsReservations } from "../../../src/domain/reservations/mewsReservations.ts"
import { ReservationXid } from "../../../src/domain/reservations/Reservation.ts"
import { ReservationLine } from "../../../src/domain/reservations/ReservationLine.ts"
import { StayFeed } from "../../../src/domain/reservations/StayFeed.ts"
import { atTime } from "../../support/atTime.ts"
import { asMember, claim, grant, seenBy, twin } from "../../support/memberServices.ts"
import {
  enrolment,
  member,
  offers,
  pendingEarn,
  start,
  stay,
  staysDataset,
  wallet
} from "../../support/datasets/staysDataset.ts"
import { twins } from "../../support/twins.ts"

const ids = [1, 2, 3, 4, 5, 6]

const coming = { status: "confirmed", pmsStatus: "confirmed", checkIn: "2026-03-20", checkOut: "2026-03-22" } as const

/**
 * For each member one upcoming stay that earns 125; its id is the number of the member. Account 9 was merged into 1.
 */
const dataset = staysDataset({
  ...offers.rows,
  members: [
    ...ids.flatMap((id) => member(id)),
    ...member(8, { status: "closed", closedAt: start }),
    ...member(9, { status: "closed", closedAt: start, mergedInto: MemberId.make(1) })
  ],
  enrolments: ids.map((id) => enrolment(id, 1, 2)),
  reservations: ids.map((id) => stay(id, { memberId: MemberId.make(id), ...coming })),
  wallets: ids.map(wallet),
  walletActivity: ids.map((id) => pendingEarn(id, id))
})

const xids = new Map(dataset.members.map(({ id, xid }) => [Number(id), xid]))
const memberXid = (id: number) => xids.get(id) ?? assert.fail(`no member ${id}`)

const [V1, W1] = [venueDocumentId("V1"), venueDocumentId("W1")]
const read = ndjson(ReservationLine)

/** The import line with a stay's stored fields. */
const stored = (id: number) => {
  const row = dataset.reservations.find((one) => Number(one.id) === id) ?? assert.fail(`no stay ${id}`)
  const venue = Object.entries(venues).find(([, { id: venueId }]) => venueId === row.propertyId)
  return {
    reservationId: String(row.externalId),
    propertyId: venue?.[0] === "V1" ? V1 : venueDocumentId("V2"),
    memberId: memberXid(id),
    status: row.status,
    pmsStatus: row.pmsStatus,
    checkIn: row.checkIn,
    checkOut: row.checkOut,
    guestCount: row.guestCount,
    ...(row.spendMinor === null ? {} : { spendMinor: row.spendMinor, currency: row.currency })
  }
}

const run = Effect.fnUntraced(
  function* (
    lines: ReadonlyArray<unknown>,
    options: Partial<Pick<Parameters<typeof importReservations>[0], "dryRun" | "read" | "organizationId">> = {}
  ) {
    const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n")
    const { created, rejected, rejections, unchanged, updated } = yield* importReservations({
      organizationId: organizationIds.A,
      chunks: Stream.fromIterable(text.match(/[^]{1,97}/gu) ?? []),
      read,
      dryRun: false,
      onProgress: () => Effect.void,
      ...options
    })
    assert.strictEqual(rejected, rejections.length)
    return { counts: [created, updated, unchanged], rejections: rejections.map(({ line, reason }) => [line, reason]) }
  },
  Effect.provide(SecureRandom.layerWebCrypto),
  atTime(start)
)

const seen = (memberId: number) => atTime(start)(seenBy(memberId))

twins("importReservations", twin, dataset, (it) => {
  it.effect("DOMAIN 6.1: a new stay has its points pending, and a rerun changes nothing", () =>
    Effect.gen(function* () {
      const line = {
        reservationId: "pms-1",
        propertyId: V1,
        memberId: memberXid(1),
        ...coming,
        spendMinor: 10_000,
        currency: "EUR"
      }
      const bare = { reservationId: "pms-2", propertyId: V1, status: "inquiry" }
      const lines = [line, bare, stored(2)]
      assert.deepStrictEqual(yield* run(lines, { dryRun: true }), { counts: [2, 0, 1], rejections: [] })
      assert.strictEqual((yield* seen(1)).stays["pms-1"], undefined)
      assert.deepStrictEqual(yield* run(lines), { counts: [2, 0, 1], rejections: [] })
      const after = yield* seen(1)
      assert.deepStrictEqual([after.stays["pms-1"], after.pending, after.addsUp], ["confirmed 125", 250, true])
      assert.deepStrictEqual(yield* run(lines), { counts: [0, 0, 3], rejections: [] })
      assert.deepStrictEqual(yield* seen(1), after)
      assert.deepStrictEqual(
        yield* run([{ reservationId: "pms-2", propertyId: V1, status: "inquiry", guestCount: 1 }]),
        {
          counts: [0, 0, 1],
          rejections: []
        }
      )
    })
  )

  it.effect("DOMAIN 6.1: a changed stay changes its pending points, and absent fields keep their values", () =>
    Effect.gen(function* () {
      const { checkIn: _, checkOut: __, ...line } = stored(2)
      assert.deepStrictEqual((yield* run([{ ...line, spendMinor: 2 * 10_000 }])).counts, [0, 1, 0])
      const more = yield* seen(2)
      assert.deepStrictEqual([more.stays["stay-2"], more.pending, more.addsUp], ["confirmed 250", 250, true])
      assert.deepStrictEqual((yield* run([{ ...line, memberId: memberXid(3), spendMinor: 20_000 }])).counts, [0, 1, 0])
      assert.deepStrictEqual([(yield* seen(2)).pending, (yield* seen(3)).pending], [0, 375])
      assert.deepStrictEqual(
        (yield* run([{ ...line, memberId: null, spendMinor: null, currency: null }])).counts,
        [0, 1, 0]
      )
      assert.strictEqual((yield* seen(3)).pending, 125)
    })
  )

  it.effect("DOMAIN 6.1: a line changes only the fields that it names, whatever is written while the batch runs", () =>
    Effect.gen(function* () {
      const feed = yield* StayFeed
      const unlinked = { ...stored(5), memberId: null }
      yield* run([unlinked])
      // The guest links the stay after the batch was read.
      const linked = yield* Effect.cached(run([stored(5)]))
      const context = yield* Effect.context<Effect.Services<typeof linked>>()
      const linking = StayFeed.of({
        listReferences: (of) => Effect.tap(feed.listReferences(of), () => Effect.provideContext(linked, context))
      })
      const { memberId: _, ...line } = stored(5)
      const { counts } = yield* Effect.provideService(run([{ ...line, guestCount: 4 }]), StayFeed, linking)
      assert.deepStrictEqual(counts, [0, 1, 0])
      assert.deepStrictEqual((yield* seen(5)).stays["stay-5"], "confirmed 125")
      assert.deepStrictEqual((yield* run([{ ...stored(5), guestCount: 4 }])).counts, [0, 0, 1])
    })
  )

  it.effect("DOMAIN 5.1, 6.1: cancelling a stay cancels and refunds the claims that need it", () =>
    Effect.gen(function* () {
      yield* atTime(start)(grant(4, 1000))
      const gift = yield* atTime(start)(claim(4, offers.gift, { reservationId: ReservationXid.make("stay-4") }))
      assert.strictEqual((yield* seen(4)).spendable, 880)
      assert.deepStrictEqual((yield* run([{ ...stored(4), status: "cancelled" }])).counts, [0, 1, 0])
      const { status } = yield* atTime(start)(asMember(4)(getFulfillment(FulfillmentId.make(gift))))
      assert.strictEqual(status, "cancelled")
      const { addsUp, pending, spendable } = yield* seen(4)
      assert.deepStrictEqual([spendable, pending, addsUp], [1000, 0, true])
    })
  )

  it.effect("rejects lines one by one, with their number and reason, and writes the others", () =>
    Effect.gen(function* () {
      const line = { propertyId: V1, status: "confirmed" }
      const { counts, rejections } = yield* run([
        { ...line, reservationId: "good-1" },
        "no json",
        { ...line, reservationId: "bad-1", propertyId: W1 },
        "",
        { ...line, reservationId: "bad-2", propertyId: "unknown" },
        { ...line, reservationId: "bad-3", memberId: "01KDVDNA0000000000000000ZZ" },
        { ...line, reservationId: "bad-4", memberId: memberXid(8) },
        { ...line, reservationId: "bad-5", checkIn: "2026-03-02", checkOut: "2026-03-01" },
        { ...line, reservationId: "bad-6", spendMinor: 1 },
        { ...line, reservationId: "bad-7", guestLastName: "a\u0000b" },
        { ...line, reservationId: "bad-8", room: "12" },
        { ...stored(5), checkIn: null, checkOut: "2026-03-22", status: "confirmed" },
        { ...stored(6), checkOut: "2026-03-01" },
        { ...line, ...coming, reservationId: "good-2", memberId: memberXid(9) },
        { ...line, reservationId: "bad-9", checkIn: "0001-01-01", checkOut: "1899-12-31" },
        { ...line, reservationId: "good-3", checkIn: "1900-01-01", checkOut: "9999-12-31" }
      ])
      assert.deepStrictEqual(counts, [3, 1, 0])
      assert.deepStrictEqual(
        rejections.map(([number]) => number),
        [2, 3, 5, 6, 7, 8, 9, 10, 11, 13, 15]
      )
      assert.strictEqual(rejections.at(-1)?.[1], "checkIn: is before 1900-01-01; checkOut: is before 1900-01-01")
      const [json, foreign, unknown, missing, closed, order] = rejections.map(([, reason]) => reason)
      assert.deepStrictEqual(json, "is not JSON")
      assert.deepStrictEqual(
        [foreign, unknown],
        [`propertyId: the organization has no ${W1}`, "propertyId: the organization has no unknown"]
      )
      for (const reason of [missing, closed]) assert.match(String(reason), /^memberId: no open account /)
      assert.deepStrictEqual(order, "checkOut: is before checkIn")
      assert.strictEqual((yield* seen(1)).stays["good-2"], "confirmed 0")
      assert.strictEqual((yield* seen(6)).stays["stay-6"], "confirmed 125")
    })
  )

  it.effect(
    "DOMAIN 6: perProperty prefixes reservation ids with the property, and rejects ids that become too long",
    () =>
      Effect.gen(function* () {
        const numbers = [
          { reservationId: "1001", propertyId: V1, status: "confirmed" },
          { reservationId: "1001", propertyId: venueDocumentId("V2"), status: "pending" }
        ]
        assert.deepStrictEqual((yield* run(numbers, { read: perProperty(read) })).counts, [2, 0, 0])
        assert.deepStrictEqual((yield* run(numbers, { read: perProperty(read) })).counts, [0, 0, 2])
        const { stays } = yield* StayFeed.use(({ listReferences }) =>
          listReferences({
            organizationId: organizationIds.A,
            reservationIds: [`${V1}:1001`, `${venueDocumentId("V2")}:1001`, "1001"],
            propertyIds: [],
            memberIds: []
          })
        )
        assert.sameMembers([...stays.keys()], [`${V1}:1001`, `${venueDocumentId("V2")}:1001`])
        const long = yield* run([{ ...numbers[0], reservationId: "9".repeat(170) }], { read: perProperty(read) })
        assert.deepStrictEqual(long.rejections, [[1, "reservationId: is too long with the property prefix"]])
      })
  )

  it.effect("imports stays at the organization's own properties only", () =>
    Effect.gen(function* () {
      const mine = { ...stored(3), propertyId: W1, memberId: null }
      assert.deepStrictEqual(yield* run([mine], { organizationId: organizationIds.B }), {
        counts: [1, 0, 0],
        rejections: []
      })
      assert.deepStrictEqual(
        (yield* run([{ ...stored(3), propertyId: V1 }], { organizationId: organizationIds.B })).rejections,
        [[1, `propertyId: the organization has no ${V1}`]]
      )
      assert.strictEqual((yield* seen(3)).stays["stay-3"], "confirmed 125")
    })
  )

  it.effect("reads reservations of Mews, with dates in the venue's time zone", () =>
    Effect.sync(() => {
      const mews = mewsReservations({ propertyId: V1, timezone: "Asia/Tokyo" })
      const one = {
        Id: "a4a5ff6b-5a37-4d0c-b0c4-aa71b2d4c0d1",
        ServiceId: "bd26d8db-86da-4f96-9efc-e5a4654a4a94",
        Number: "52",
        State: "Started",
        Origin: "Connector",
        ScheduledStartUtc: "2026-03-19T15:00:00Z",
        ScheduledEndUtc: "2026-03-21T14:59:00Z",
        StartUtc: "2026-03-18T00:00:00Z",
        EndUtc: "2026-03-25T00:00:00Z",
        PersonCounts: [
          { AgeCategoryId: "1", Count: 2 },
          { AgeCategoryId: "2", Count: 1 }
        ]
      }
      const found = (line: object) => mews(JSON.stringify(line))
      assert.deepStrictEqual(
        found(one),
        Result.succeed({
          reservationId: one.Id,
          propertyId: V1,
          status: "other",
          pmsStatus: "in_house",
          confirmationCode: "52",
          checkIn: "2026-03-20",
          checkOut: "2026-03-21",
          guestCount: 3,
          bookingChannel: "Connector"
        })
      )
      const statusOf = (State: string) => Result.getOrThrow(found({ ...one, State })).status
      assert.deepStrictEqual(
        ["Enquired", "Requested", "Optional", "Confirmed", "Processed", "Canceled", "Unheard"].map(statusOf),
        ["inquiry", "pending", "pending", "confirmed", "other", "cancelled", "other"]
      )
      const { ScheduledEndUtc: _, ScheduledStartUtc: __, ...older } = one
      assert.deepInclude(Result.getOrThrow(found(older)), { checkIn: "2026-03-18", checkOut: "2026-03-25" })
      for (const time of ["yesterday", "5", "2026-02-30T00:00:00Z"]) {
        assert.isTrue(Result.isFailure(found({ ...one, StartUtc: time })), time)
      }
      const noTime = "Expected a time in the years 1900 to 9999"
      for (const time of ["0001-01-01T00:00:00Z", "1899-12-31T23:59:59Z"]) {
        assert.deepStrictEqual(
          found({ ...one, StartUtc: time, ScheduledEndUtc: time }),
          Result.fail(`ScheduledEndUtc: ${noTime}; StartUtc: ${noTime}`)
        )
      }
      assert.deepStrictEqual(
        found({ ...one, ScheduledEndUtc: "9999-12-31T23:59:59Z" }),
        Result.fail("checkOut: Expected a date YYYY-MM-DD")
      )
    })
  )

  it.effect("reads reservations of Hostaway, with the price in minor units", () =>
    Effect.sync(() => {
      const hostaway = hostawayReservations({ propertyId: V1 })
      const one = {
        id: 13,
        listingMapId: 40160,
        channelName: "airbnb",
        status: "new",
        arrivalDate: "2026-07-15",
        departureDate: "2026-07-16",
        isDatesUnspecified: 0,
        numberOfGuests: 1,
        guestLastName: "Peterson ",
        guestEmail: "mail@test.com",
        totalPrice: 267.1,
        currency: "USD",
        confirmationCode: "HMP2KQ4B44"
      }
      const found = (change: object) => hostaway(JSON.stringify({ ...one, ...change }))
      assert.deepStrictEqual(
        found({}),
        Result.succeed({
          reservationId: "13",
          propertyId: V1,
          status: "confirmed",
          pmsStatus: "new",
          confirmationCode: "HMP2KQ4B44",
          checkIn: "2026-07-15",
          checkOut: "2026-07-16",
          guestCount: 1,
          bookingChannel: "airbnb",
          guestLastName: "Peterson",
          guestEmail: "mail@test.com",
          spendMinor: 26_710,
          currency: "USD"
        })
      )
      assert.deepInclude(Result.getOrThrow(found({ totalPrice: 1200, currency: "JPY" })), { spendMinor: 1200 })
      assert.deepInclude(Result.getOrThrow(found({ totalPrice: 1200, currency: "HUF" })), { spendMinor: 120_000 })
      // 8.165 x 100 is less than 816.5 as a binary float.
      assert.deepInclude(Result.getOrThrow(found({ totalPrice: 8.165 })), { spendMinor: 817 })
      assert.deepInclude(Result.getOrThrow(found({ currency: "eur" })), { spendMinor: 26_710, currency: "EUR" })
      assert.deepInclude(Result.getOrThrow(found({ totalPrice: 1200, currency: "jpy" })), { spendMinor: 1200 })
      for (const currency of ["", " USD", "US$", "euro", "ßa"]) {
        assert.deepStrictEqual(found({ currency }), Result.fail("currency: Expected an ISO 4217 code"), currency)
        assert.notProperty(Result.getOrThrow(found({ currency, totalPrice: null })), "currency")
      }
      assert.notProperty(Result.getOrThrow(found({ currency: null })), "spendMinor")
      assert.deepInclude(Result.getOrThrow(found({ isDatesUnspecified: 1 })), { checkIn: null, checkOut: null })
      assert.notProperty(Result.getOrThrow(found({ totalPrice: null })), "spendMinor")
      const statusOf = (status: string) => Result.getOrThrow(found({ status })).status
      assert.deepStrictEqual(
        ["modified", "pending", "awaitingPayment", "declined", "expired", "inquiry", "inquiryDenied", "unheard"].map(
          statusOf
        ),
        ["confirmed", "pending", "pending", "cancelled", "cancelled", "inquiry", "cancelled", "other"]
      )
    })
  )
})
