import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { customDomainId, customDomainXids, type DomainName } from "../../src/demo/demoCustomDomains.ts"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { pageXids } from "../../src/demo/demoPages.ts"
import { venues } from "../../src/demo/venues.ts"
import { everywhere, nowhere, type Reach } from "../../src/domain/access/Reach.ts"
import { HostnameHeld } from "../../src/domain/customDomains/CustomDomainErrors.ts"
import { CustomDomains, type CustomDomainsQuery } from "../../src/domain/customDomains/CustomDomains.ts"
import type { CustomDomain } from "../../src/domain/customDomains/CustomDomain.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { NotFound } from "../../src/domain/shared/NotFound.ts"
import { DuplicateResource } from "../../src/domain/shared/ResourceConflicts.ts"
import * as CustomDomainsLayer from "../../src/layers/repositories/CustomDomainsLayer.ts"
import { twins } from "../support/twins.ts"
import { withoutDueDomains } from "../support/datasets/withoutDueDomains.ts"
import { atV1, ofA, ofB } from "../support/reaches.ts"

const now = DateTime.makeUnsafe("2026-05-10T12:00:00Z")
const later = DateTime.add(now, { hours: 1 })
const demo = withoutDueDomains(demoWithoutCities(now))

const { A, B } = organizationIds
const atV2: Reach = { organizationIds: [A], venueIds: [venues.V2.id] }

const demoXids = (organizationId: number) =>
  demo.customDomains.flatMap((row) => (row.organizationId === organizationId ? [row.xid] : []))

const keyOf = (name: DomainName) => ({ id: customDomainId(name), organizationId: name.startsWith("A") ? A : B })

const list = Effect.fnUntraced(function* (query: Partial<CustomDomainsQuery> = {}) {
  const page = yield* CustomDomains.use((domains) =>
    domains.list({ reach: ofA, statuses: undefined, limit: 100, offset: 0, ...query })
  )
  return { ...page, ids: page.items.map(({ domain }) => domain.xid) }
})

const get = (customDomainId: string, reach: Reach = ofA) =>
  CustomDomains.use((domains) => domains.get({ reach, customDomainId }))
const lock = (customDomainId: string, reach: Reach = ofA) =>
  CustomDomains.use((domains) => domains.getForUpdate({ reach, customDomainId }))
const domainOf = (name: DomainName) => Effect.map(get(customDomainXids[name], everywhere), ({ domain }) => domain)

const row = (xid: string, more: Partial<CustomDomain> = {}): Omit<CustomDomain, "id"> => ({
  xid,
  organizationId: A,
  hostname: `${xid}.hotels-a.example`,
  status: "pending_dns",
  certificateStatus: "none",
  verificationToken: `token of ${xid}`,
  failureReason: null,
  statusSince: now,
  lostSince: null,
  lastCheckedAt: null,
  nextCheckAt: null,
  verifiedAt: null,
  createdAt: now,
  ...more
})

const insert = (xid: string, more: Partial<CustomDomain> = {}) =>
  atomically(CustomDomains.use((domains) => domains.insert(row(xid, more))))

const remove = (domain: CustomDomain) => CustomDomains.use((domains) => domains.remove(domain))

twins("CustomDomains", CustomDomainsLayer, demo, (it) => {
  it.effect("PAR-139: lists all domains of an organization whatever venues are within reach, by creation", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* list()).ids, demoXids(A))
      assert.deepStrictEqual((yield* list({ reach: atV2 })).ids, demoXids(A))
      assert.deepStrictEqual((yield* list({ reach: ofB })).ids, demoXids(B))
      assert.deepStrictEqual((yield* list({ reach: everywhere })).ids, [...demoXids(A), ...demoXids(B)])
      assert.deepStrictEqual(yield* list({ reach: nowhere }), { items: [], total: 0, ids: [] })
      const middle = yield* list({ limit: 2, offset: 1 })
      assert.deepStrictEqual([middle.ids, middle.total], [demoXids(A).slice(1, 3), 5])
      const verified = yield* list({ statuses: ["verified"] })
      assert.deepStrictEqual(verified.ids, [customDomainXids.A_verified, customDomainXids.A_free])
      assert.strictEqual((yield* list({ statuses: ["verified", "failed"] })).total, 3)
      assert.strictEqual((yield* list({ offset: 50 })).total, 5)
    })
  )

  it.effect("PAR-007: returns a domain within reach, and its page only if that is; any other is NotFound", () =>
    Effect.gen(function* () {
      const verified = yield* get(customDomainXids.A_verified)
      assert.deepStrictEqual(
        verified.domain,
        demo.customDomains.find(({ id }) => id === customDomainId("A_verified"))
      )
      assert.strictEqual(verified.pageGroupXid, pageXids.V1_published)
      assert.strictEqual((yield* get(customDomainXids.A_verified, atV1)).pageGroupXid, pageXids.V1_published)
      assert.isNull((yield* get(customDomainXids.A_verified, atV2)).pageGroupXid)
      assert.isNull((yield* get(customDomainXids.A_free)).pageGroupXid)
      const verifiedAtV2 = (yield* list({ reach: atV2, statuses: ["verified"] })).items
      assert.deepStrictEqual(
        verifiedAtV2.map(({ pageGroupXid }) => pageGroupXid),
        [null, null]
      )
      for (const [customDomainId, reach] of [
        [customDomainXids.A_verified, ofB],
        [customDomainXids.A_verified, nowhere],
        ["unknown", everywhere]
      ] as const) {
        assert.deepStrictEqual(yield* Effect.flip(get(customDomainId, reach)), new NotFound({}))
        assert.deepStrictEqual(yield* Effect.flip(atomically(lock(customDomainId, reach))), new NotFound({}))
      }
      assert.deepStrictEqual(yield* atomically(lock(customDomainXids.A_verified)), verified.domain)
    })
  )

  it.effect("DOMAIN 8.2: a hostname is held by a verifying or verified domain, not by a pending or failed one", () =>
    Effect.gen(function* () {
      const { findHolder } = yield* CustomDomains
      const held = yield* findHolder("www.hotels-a.example")
      assert.deepStrictEqual(Option.getOrThrow(held), yield* domainOf("A_verified"))
      assert.strictEqual(Option.getOrThrow(yield* findHolder("soon.hotels-b.example")).organizationId, B)
      for (const free of ["pending.hotels-a.example", "late.hotels-a.example", "unknown.example", ""]) {
        assert.isTrue(Option.isNone(yield* findHolder(free)), free)
      }
    })
  )

  it.effect("DOMAIN 8.2: an organization connects a hostname once; another may wait for it too", () =>
    Effect.gen(function* () {
      const made = yield* insert("once")
      assert.deepStrictEqual(made, { ...row("once"), id: made.id })
      assert.deepStrictEqual((yield* get("once")).domain, made)
      const again = yield* Effect.flip(insert("again", { hostname: made.hostname }))
      assert.deepStrictEqual(again, new DuplicateResource({ field: "hostname" }))
      const other = yield* insert("other", { organizationId: B, hostname: made.hostname })
      assert.strictEqual(other.status, "pending_dns")
      yield* remove(made)
      yield* remove(other)
      assert.deepStrictEqual(yield* Effect.flip(get("once")), new NotFound({}))
    })
  )

  it.effect(
    "DOMAIN 8.2: a change applies only to the status it was decided on, and only one domain holds a hostname",
    () =>
      Effect.gen(function* () {
        const { update } = yield* CustomDomains
        const first = yield* insert("first", { hostname: "both.example" })
        const second = yield* insert("second", { organizationId: B, hostname: "both.example" })
        yield* atomically(update(first, { status: "verifying", certificateStatus: "pending", nextCheckAt: later }))
        const moved = { ...first, status: "verifying", certificateStatus: "pending", nextCheckAt: later } as const
        assert.deepStrictEqual((yield* get("first")).domain, moved)
        // It is no longer pending, so an update decided on that status has no effect.
        yield* atomically(update(first, { status: "failed", failureReason: "dns_timeout" }))
        assert.deepStrictEqual((yield* get("first")).domain, moved)
        const held = yield* atomically(
          atomically(update(second, { status: "verifying" })).pipe(
            Effect.flip,
            Effect.tap(() => Effect.orDie(update(second, { status: "failed", failureReason: "hostname_taken" })))
          )
        )
        assert.deepStrictEqual(held, new HostnameHeld({ hostname: "both.example" }))
        const lost = (yield* get("second", ofB)).domain
        assert.deepStrictEqual([lost.status, lost.failureReason], ["failed", "hostname_taken"])
        yield* remove(first)
        yield* remove(second)
      })
  )

  it.effect("A-136: lists the domains due for a check, longest due first", () =>
    Effect.gen(function* () {
      const { listDue } = yield* CustomDomains
      const due = (limit: number, at = now) =>
        Effect.map(listDue({ now: at, limit }), (found) => found.map(({ xid }) => xid))
      assert.deepStrictEqual(yield* due(10), [])
      const made = [
        yield* insert("due", { nextCheckAt: now }),
        yield* insert("sooner", { nextCheckAt: DateTime.subtract(now, { minutes: 1 }), organizationId: B }),
        yield* insert("not yet", { nextCheckAt: later })
      ]
      assert.deepStrictEqual(yield* due(10), ["sooner", "due"])
      assert.deepStrictEqual(yield* due(1), ["sooner"])
      assert.deepStrictEqual(yield* due(10, later), ["sooner", "due", "not yet"])
      assert.deepStrictEqual((yield* listDue({ now, limit: 1 }))[0], made[1])
      for (const domain of made) yield* remove(domain)
    })
  )

  it.effect("DOMAIN 8.2: locks a domain and the page that uses it, unassigns it, and removes it", () =>
    Effect.gen(function* () {
      const domains = yield* CustomDomains
      const key = keyOf("A_verified")
      const locked = yield* atomically(domains.findForUpdate(key))
      assert.deepStrictEqual(Option.getOrThrow(locked), yield* domainOf("A_verified"))
      assert.isTrue(Option.isNone(yield* atomically(domains.findForUpdate({ ...key, organizationId: B }))))
      assert.deepStrictEqual(yield* atomically(domains.findPageForUpdate(key)), Option.some("published"))
      assert.isTrue(Option.isNone(yield* atomically(domains.findPageForUpdate(keyOf("A_free")))))
      yield* atomically(domains.updateUnassigned({ ...key, organizationId: B }, later))
      assert.strictEqual((yield* get(customDomainXids.A_verified)).pageGroupXid, pageXids.V1_published)
      yield* atomically(domains.updateUnassigned(key, later))
      assert.isNull((yield* get(customDomainXids.A_verified)).pageGroupXid)
      yield* atomically(domains.remove({ ...key, organizationId: B }))
      assert.isNull((yield* get(customDomainXids.A_verified)).pageGroupXid)
      yield* atomically(domains.remove(key))
      assert.deepStrictEqual(yield* Effect.flip(get(customDomainXids.A_verified)), new NotFound({}))
    })
  )
})
