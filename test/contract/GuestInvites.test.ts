import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { suspending } from "../support/datasets/suspending.ts"
import { inviteIds, inviteTokens } from "../../src/demo/demoInvites.ts"
import { memberIds } from "../../src/demo/demoMembers.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { programIds, programXid } from "../../src/demo/demoPrograms.ts"
import { sha256 } from "../../src/demo/seeded.ts"
import { venues } from "../../src/demo/venues.ts"
import { nowhere } from "../../src/domain/access/Reach.ts"
import { MemberId } from "../../src/domain/members/Member.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import type { Page } from "../../src/domain/shared/Page.ts"
import { InviteStatus } from "../../src/domain/invites/GuestInvite.ts"
import type { GuestInviteView } from "../../src/domain/invites/GuestInviteView.ts"
import { GuestInvites, type InvitesQuery } from "../../src/domain/invites/GuestInvites.ts"
import * as GuestInvitesLayer from "../../src/layers/repositories/GuestInvitesLayer.ts"
import { twins } from "../support/twins.ts"
import { atV1, ofA } from "../support/reaches.ts"

const now = DateTime.makeUnsafe("2026-03-04T05:06:07Z")
const demo = demoWithoutCities(now)

type Name = keyof typeof inviteTokens

const hashOf = (name: Name) => sha256(inviteTokens[name])

const find = (name: Name) => GuestInvites.use((invites) => invites.findByToken(hashOf(name)))

const accept = (name: Name, memberId: number = memberIds.M_new, at = now) =>
  GuestInvites.use((invites) =>
    invites.updateAccepted({ tokenHash: hashOf(name), memberId: MemberId.make(memberId), now: at })
  )

const standing = (name: Name) =>
  Effect.map(find(name), (found) => {
    const invite = Option.getOrNull(found)
    return [invite?.status, invite?.memberId]
  })

twins("GuestInvites", GuestInvitesLayer, demo, (it) => {
  it.effect("MEM-119: finds an invite by the hash of its token, in any status, with its program", () =>
    Effect.gen(function* () {
      const stored = demo.guestInvites.find(({ tokenHash }) => tokenHash === hashOf("sent_b"))
      assert.deepStrictEqual<unknown>(
        yield* find("sent_b"),
        Option.some({
          id: stored?.id,
          status: "sent",
          tokenHash: hashOf("sent_b"),
          expiresAt: stored?.expiresAt,
          memberId: null,
          organizationId: 2,
          organizationName: "Organization B",
          program: {
            id: programIds.B,
            xid: demo.programs.find(({ id }) => id === programIds.B)?.xid,
            status: "active"
          }
        })
      )
      const without = Option.getOrNull(yield* find("sent_without_program"))
      assert.deepStrictEqual([without?.organizationName, without?.program], ["Organization A", null])
      assert.deepStrictEqual(yield* standing("revoked"), ["revoked", null])
      assert.deepStrictEqual(yield* standing("accepted"), ["accepted", memberIds.M1])
    })
  )

  it.effect("MEM-119: finds nothing by a token itself, another hash, half a hash or its upper case", () =>
    Effect.gen(function* () {
      const { findByToken } = yield* GuestInvites
      for (const text of [
        inviteTokens.sent,
        sha256("replaced"),
        hashOf("sent").slice(0, 32),
        hashOf("sent").toUpperCase(),
        ""
      ]) {
        assert.deepStrictEqual(yield* findByToken(text), Option.none(), text)
      }
    })
  )

  it.effect("DOMAIN 7.1: accepts a sent invite once, and records the member", () =>
    Effect.gen(function* () {
      assert.isTrue(yield* accept("sent"))
      assert.deepStrictEqual(yield* standing("sent"), ["accepted", memberIds.M_new])
      assert.isFalse(yield* accept("sent"))
      assert.isFalse(yield* accept("sent", memberIds.M2))
      assert.deepStrictEqual(yield* standing("sent"), ["accepted", memberIds.M_new])
    })
  )

  it.effect("DOMAIN 7.1: accepts no invite that is not sent or has expired", () =>
    Effect.gen(function* () {
      const refused: ReadonlyArray<Name> = ["pending", "accepted", "lapsed", "expired", "revoked", "failed"]
      for (const name of refused) {
        const before = yield* standing(name)
        assert.isFalse(yield* accept(name), name)
        assert.deepStrictEqual(yield* standing(name), before, name)
      }
      const end = DateTime.add(now, { days: 20 })
      assert.isFalse(yield* accept("sent_without_program", memberIds.M_new, end))
      assert.isTrue(yield* accept("sent_without_program", memberIds.M_new, DateTime.subtract(end, { milliseconds: 1 })))
    })
  )

  it.effect("rolls back an acceptance when its transaction fails", () =>
    Effect.gen(function* () {
      yield* accept("sent_b").pipe(Effect.andThen(Effect.fail("later step failed")), atomically, Effect.flip)
      assert.deepStrictEqual(yield* standing("sent_b"), ["sent", null])
    })
  )
})

const list = (query: Partial<InvitesQuery> = {}) =>
  GuestInvites.use((invites) =>
    invites.list({
      reach: ofA,
      within: query.reach ?? ofA,
      now,
      statuses: null,
      search: null,
      limit: 100,
      offset: 0,
      ...query
    })
  )

const idsOf = ({ items }: Page<GuestInviteView>) => items.map(({ inviteId }) => inviteId)

twins("GuestInvites at the desk", GuestInvitesLayer, demo, (it) => {
  it.effect("PAR-068: lists invites within reach newest first, then by id, with the total of all pages", () =>
    Effect.gen(function* () {
      const all = demo.guestInvites.filter(({ organizationId }) => organizationId === organizationIds.A)
      const expected = all
        .toSorted((a, b) => b.createdAt.epochMilliseconds - a.createdAt.epochMilliseconds || b.id - a.id)
        .map(({ id }) => id)
      assert.deepStrictEqual(idsOf(yield* list()), expected)
      const page = yield* list({ limit: 2, offset: 3 })
      assert.deepStrictEqual([idsOf(page), page.total], [expected.slice(3, 5), expected.length])
      assert.deepStrictEqual(yield* list({ offset: 100 }), { items: [], total: expected.length })
      assert.notInclude(idsOf(yield* list({ reach: atV1 })), inviteIds.sent_v2)
      assert.deepStrictEqual(yield* list({ reach: nowhere }), { items: [], total: 0 })
    })
  )

  it.effect("PAR-068: totals and pages of any statuses agree with the invites, ended by time or not", () =>
    Effect.gen(function* () {
      const subsets = InviteStatus.literals.reduce<ReadonlyArray<ReadonlyArray<InviteStatus>>>(
        (all, status) => [...all, ...all.map((some) => [...some, status])],
        [[]]
      )
      for (const reach of [ofA, atV1, nowhere]) {
        for (const at of [now, DateTime.add(now, { days: 20 })]) {
          const all = (yield* list({ reach, now: at })).items
          for (const statuses of subsets) {
            const expected = all.filter(({ status }) => statuses.includes(status)).map(({ inviteId }) => inviteId)
            const page = yield* list({ reach, now: at, statuses, limit: 2, offset: 1 })
            assert.deepStrictEqual(
              [page.total, idsOf(page)],
              [expected.length, expected.slice(1, 3)],
              statuses.join(", ")
            )
          }
        }
      }
    })
  )

  it.effect("DOMAIN 7.1: an open invite is expired from the instant at which it ends", () =>
    Effect.gen(function* () {
      const statuses = ["expired"] as const
      assert.sameMembers(idsOf(yield* list({ statuses })), [inviteIds.lapsed, inviteIds.expired])
      const end = DateTime.add(now, { days: 20 })
      const before = DateTime.subtract(end, { milliseconds: 1 })
      assert.lengthOf(idsOf(yield* list({ statuses, now: before })), 2)
      const ended = idsOf(yield* list({ statuses, now: end }))
      for (const name of ["pending", "sent", "failed"] as const) assert.include(ended, inviteIds[name])
      for (const name of ["accepted", "revoked"] as const) assert.notInclude(ended, inviteIds[name])
      const invite = yield* GuestInvites.use(({ get }) => get({ reach: ofA, id: inviteIds.sent, now: end }))
      assert.strictEqual(invite.status, "expired")
    })
  )

  it.effect("PAR-068: searches the folded text literally", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(idsOf(yield* list({ search: "guest-sent-v2@" })), [inviteIds.sent_v2])
      for (const search of ["guest%", "gues_", "\\", "Guest", "invited guest"]) {
        assert.deepStrictEqual(yield* list({ search }), { items: [], total: 0 }, search)
      }
    })
  )

  it.effect("PAR-007: reading or locking a missing, foreign or unreachable invite is NotFound", () =>
    Effect.gen(function* () {
      const { get, getForUpdate } = yield* GuestInvites
      for (const [reach, id] of [
        [ofA, 99_999],
        [ofA, 0],
        [ofA, inviteIds.sent_b],
        [atV1, inviteIds.sent_v2],
        [nowhere, inviteIds.sent]
      ] as const) {
        assert.strictEqual((yield* Effect.flip(get({ reach, id, now })))._tag, "NotFound")
        assert.strictEqual((yield* Effect.flip(atomically(getForUpdate({ reach, id }))))._tag, "NotFound")
      }
      assert.deepStrictEqual<unknown>(yield* atomically(getForUpdate({ reach: atV1, id: inviteIds.sent })), {
        ...demo.guestInvites.find(({ id }) => id === inviteIds.sent),
        stayVenueId: null
      })
    })
  )

  it.effect("PAR-007: reservationId is null when the stay has moved to a venue out of reach", () =>
    Effect.gen(function* () {
      const { get, getForUpdate, insert } = yield* GuestInvites
      const { id: _, ...row } = demo.guestInvites.find(({ id }) => id === inviteIds.sent) ?? assert.fail("no invite")
      const moved = demo.reservations.find(({ propertyId }) => propertyId === venues.V2.id) ?? assert.fail("no stay")
      const { id } = yield* insert({ ...row, reservationId: moved.id, tokenHash: sha256("moved") })
      for (const [reach, reservationId] of [
        [ofA, moved.externalId],
        [atV1, null]
      ] as const) {
        assert.strictEqual((yield* get({ reach, id, now })).reservationId, reservationId)
        const { items } = yield* list({ reach })
        assert.strictEqual(items.find(({ inviteId }) => inviteId === id)?.reservationId, reservationId)
        const narrowed = yield* list({ reach, within: atV1 })
        assert.strictEqual(narrowed.items.find(({ inviteId }) => inviteId === id)?.reservationId, reservationId)
        assert.isUndefined((yield* list({ reach, within: nowhere })).items.find(({ inviteId }) => inviteId === id))
        assert.strictEqual((yield* atomically(getForUpdate({ reach, id }))).stayVenueId, venues.V2.id)
      }
    })
  )

  it.effect("PAR-140: finds references only to a stay of the venue and a program of the organization", () =>
    Effect.gen(function* () {
      const { findReferences } = yield* GuestInvites
      const at = { organizationId: organizationIds.A, propertyId: venues.V1.id }
      const stay = demo.reservations.find(({ propertyId }) => propertyId === venues.V1.id)
      const found = yield* findReferences({
        ...at,
        reservationId: stay?.externalId ?? "",
        programId: programXid("A")
      })
      assert.deepStrictEqual<unknown>(found, { reservationId: stay?.id, programId: programIds.A })
      assert.deepStrictEqual(yield* findReferences({ ...at, reservationId: null, programId: null }), {
        reservationId: null,
        programId: null
      })
      for (const propertyId of [venues.V2.id, venues.W1.id]) {
        const elsewhere = yield* findReferences({
          ...at,
          propertyId,
          reservationId: stay?.externalId ?? "",
          programId: programXid("B")
        })
        assert.deepStrictEqual(elsewhere, { reservationId: undefined, programId: undefined })
      }
    })
  )

  it.effect("DOMAIN 7.1: inserts and updates an invite; its view and its addressee show the change", () =>
    Effect.gen(function* () {
      const { findAddressee, get, insert, update } = yield* GuestInvites
      const facts = demo.guestInvites.find(({ id }) => id === inviteIds.pending) ?? assert.fail("no demo invite")
      const { id: _, ...row } = facts
      const made = yield* insert({ ...row, tokenHash: sha256("made") })
      assert.isAbove(made.id, inviteIds.sent_v2)
      yield* update(made, {
        phone: "+351912345678",
        email: null,
        locale: "pt",
        tokenHash: sha256("new"),
        updatedAt: now
      })
      const changed = yield* get({ reach: ofA, id: made.id, now })
      assert.deepStrictEqual([changed.email, changed.phone, changed.status], [null, "+351912345678", "pending"])
      const addressee = Option.getOrNull(yield* findAddressee(made))
      assert.deepStrictEqual(
        [addressee?.phone, addressee?.tokenHash, addressee?.propertyName, addressee?.timezone, addressee?.locale],
        ["+351912345678", sha256("new"), "Venue V1", "Europe/Lisbon", "pt"]
      )
      assert.deepStrictEqual(yield* findAddressee({ id: made.id, organizationId: organizationIds.B }), Option.none())
    })
  )

  it.effect("DOMAIN 7.1: records a delivery only for the current token, status and organization", () =>
    Effect.gen(function* () {
      const { get, updateDelivered } = yield* GuestInvites
      const of = { id: inviteIds.pending, organizationId: organizationIds.A, tokenHash: hashOf("pending"), now }
      const status = Effect.map(get({ reach: ofA, id: inviteIds.pending, now }), (invite) => [
        invite.status,
        invite.lastSentAt
      ])
      assert.isFalse(yield* updateDelivered({ ...of, from: ["sent"], to: "failed" }))
      assert.isFalse(yield* updateDelivered({ ...of, tokenHash: sha256("old"), from: ["pending"], to: "sent" }))
      assert.isFalse(
        yield* updateDelivered({ ...of, organizationId: organizationIds.B, from: ["pending"], to: "sent" })
      )
      assert.deepStrictEqual(yield* status, ["pending", null])
      assert.isTrue(yield* updateDelivered({ ...of, from: ["pending"], to: "sent" }))
      assert.deepStrictEqual(yield* status, ["sent", now])
      assert.isTrue(yield* updateDelivered({ ...of, from: ["pending", "sent"], to: "failed" }))
      assert.deepStrictEqual(yield* status, ["failed", now])
    })
  )
})

twins("GuestInvites of a suspended organization", GuestInvitesLayer, suspending(demo, organizationIds.B), (it) => {
  it.effect("MEM-119: are neither found by their token nor addressed to anybody", () =>
    Effect.gen(function* () {
      const { findAddressee } = yield* GuestInvites
      assert.deepStrictEqual(yield* find("sent_b"), Option.none())
      const ofB = { id: inviteIds.sent_b, organizationId: organizationIds.B }
      assert.deepStrictEqual(yield* findAddressee(ofB), Option.none())
      const own = { id: inviteIds.sent, organizationId: organizationIds.A }
      assert.isTrue(Option.isSome(yield* findAddressee(own)))
      assert.isTrue(Option.isSome(yield* find("sent")))
    })
  )
})
