import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { InsufficientReach } from "../../../src/domain/access/InsufficientReach.ts"
import { NotFound } from "../../../src/domain/shared/NotFound.ts"
import { DuplicateResource, ResourceInUse, StateConflict } from "../../../src/domain/shared/ResourceConflicts.ts"
import { freshKey, partnerClient, using } from "../../support/http/clients.ts"
import {
  connect,
  disconnect,
  PA,
  PB,
  prove,
  recheck,
  records,
  retry,
  setRecords,
  show,
  stateOf
} from "../../support/domains.ts"
import { key, partner, statusAndCode } from "../../support/partner.ts"
import * as Service from "../../support/http/service.ts"

const { customDomains, pages } = demoIds
const PA_v1 = key("PA_v1")
const path = "/custom-domains"

const list = (query: object = {}, headers = PA) =>
  partnerClient.customDomains.listCustomDomains({ query: { limit: 100, offset: 0, ...query } }).pipe(using(headers))

const idsOf = (names: ReadonlyArray<keyof typeof customDomains>) => names.map((name) => customDomains[name])
const needsAllVenues = new InsufficientReach({ reason: "all_venues_required" })
const environment = { HUB_TEST_CONTROLS: "1", HUB_EDGE_HOSTNAME: "edge.hub.example" }

layer(Service.layer({ environment }))("custom domains", (it) => {
  it.effect("PAR-111: lists the domains of the organization in order of creation, filtered by status", () =>
    Effect.gen(function* () {
      const { items, total } = yield* list()
      assert.deepStrictEqual(
        items.map(({ customDomainId }) => customDomainId),
        idsOf(["A_pending", "A_verifying", "A_verified", "A_free", "A_failed"])
      )
      assert.strictEqual(total, 5)
      assert.deepStrictEqual(items.map(stateOf), [
        "pending_dns none",
        "verifying pending",
        "verified issued",
        "verified issued",
        "failed none dns_timeout"
      ])
      assert.deepStrictEqual(
        items.map(({ assignedPageGroupId }) => assignedPageGroupId),
        [null, null, pages.V1_published, null, null]
      )
      const filtered = yield* list({ status: ["failed", "pending_dns"] })
      assert.deepStrictEqual(
        filtered.items.map(({ customDomainId }) => customDomainId),
        idsOf(["A_pending", "A_failed"])
      )
    })
  )

  it.effect(
    "PAR-111: reading needs only partner:custom-domains:read, and writing only partner:custom-domains:manage",
    () =>
      Effect.gen(function* () {
        const { get, post } = yield* partner
        const reader = key("PA_partner_custom-domains_read")
        const manager = key("PA_partner_custom-domains_manage")
        const hostname = "scopes.hotels-a.example"
        assert.strictEqual((yield* get(path, reader)).status, 200)
        const read = yield* get(path, manager)
        assert.deepStrictEqual(
          [...statusAndCode(read), read.at("details.requiredScopes.0")],
          [403, "insufficient_scope", "partner:custom-domains:read"]
        )
        const written = yield* post(path, reader, { hostname })
        assert.deepStrictEqual(
          [...statusAndCode(written), written.at("details.requiredScopes.0")],
          [403, "insufficient_scope", "partner:custom-domains:manage"]
        )
        const made = yield* post(path, manager, { hostname })
        assert.strictEqual(made.status, 201)
        const one = `${path}/${String(made.at("customDomainId"))}`
        for (const target of [one, `${one}/dns-records`]) {
          assert.strictEqual((yield* get(target, reader)).status, 200, target)
          assert.deepStrictEqual(statusAndCode(yield* get(target, manager)), [403, "insufficient_scope"], target)
        }
        const { call } = yield* Service.Service
        for (const [method, step, status] of [
          ["POST", "/recheck", 200],
          ["POST", "/retry", 409],
          ["DELETE", "", 204]
        ] as const) {
          const write = (headers: Readonly<Record<string, string>>) =>
            call(method, `/v1/partner${one}${step}`, { headers: { ...headers, ...freshKey() } })
          assert.deepStrictEqual(statusAndCode(yield* write(reader)), [403, "insufficient_scope"], `${method} ${step}`)
          assert.strictEqual((yield* write(manager)).status, status, `${method} ${step}`)
        }
      })
  )

  it.effect("PAR-111: connects a hostname as pending_dns and returns the DNS records to create", () =>
    Effect.gen(function* () {
      const made = yield* connect("Spa.Hotels-A.example.")
      assert.strictEqual(made.hostname, "spa.hotels-a.example")
      assert.strictEqual(stateOf(made), "pending_dns none")
      assert.deepStrictEqual(
        [made.assignedPageGroupId, made.lastCheckedAt, made.verifiedAt, made.nextCheckAt],
        [null, null, null, made.createdAt]
      )
      const [txt, cname] = made.dnsRecords
      assert.deepStrictEqual([txt?.type, txt?.name], ["TXT", "_hub-verification.spa.hotels-a.example"])
      assert.match(txt?.value ?? "", /^hub-verification=[0-9A-Za-z]{43}$/)
      assert.deepStrictEqual(
        [cname?.type, cname?.name, cname?.value],
        ["CNAME", "spa.hotels-a.example", "edge.hub.example"]
      )
      const { dnsRecords: _, ...domain } = made
      assert.deepStrictEqual(yield* show(made.customDomainId), domain)
    })
  )

  it.effect("PAR-111: an organization connects a hostname once; each organization gets its own TXT token", () =>
    Effect.gen(function* () {
      const ofA = yield* connect("twice.hotels-a.example")
      const error = yield* Effect.flip(connect("TWICE.hotels-a.example"))
      assert.deepStrictEqual(error, new DuplicateResource({ field: "hostname" }))
      const ofB = yield* connect("twice.hotels-a.example", PB)
      assert.notStrictEqual(ofA.dnsRecords[0]?.value, ofB.dnsRecords[0]?.value)
      assert.deepStrictEqual(yield* Effect.flip(show(ofA.customDomainId, PB)), new NotFound({}))
    })
  )

  it.effect("PAR-111: a hostname that no customer can own is a 400 that names the field", () =>
    Effect.gen(function* () {
      const { post } = yield* partner
      for (const hostname of [
        "10.0.0.1",
        "*.hotels-a.example",
        "localhost",
        "co.uk",
        "edge.hub.example",
        `${"a.".repeat(110)}hotels-a.example`,
        "a.b/c",
        ""
      ]) {
        const refused = yield* post(path, PA, { hostname })
        assert.deepStrictEqual(
          [...statusAndCode(refused), refused.at("errors.0.field")],
          [400, "invalid_parameter", "hostname"],
          hostname
        )
        const unreached = yield* post(path, key("PA_v1"), { hostname })
        assert.deepStrictEqual(statusAndCode(unreached), [400, "invalid_parameter"], hostname)
      }
      const connected = (yield* list()).items.filter(({ hostname }) => hostname === "edge.hub.example")
      assert.deepStrictEqual(connected, [])
    })
  )

  it.effect(
    "PAR-139: a caller without all venues reads domains and their records, but every write is InsufficientReach",
    () =>
      Effect.gen(function* () {
        const id = customDomains.A_verified
        assert.strictEqual((yield* show(id, PA_v1)).assignedPageGroupId, pages.V1_published)
        assert.strictEqual((yield* list({}, PA_v1)).total, (yield* list()).total)
        assert.strictEqual((yield* records(id, PA_v1)).items.length, 2)
        assert.deepStrictEqual(yield* Effect.flip(connect("v1.hotels-a.example", PA_v1)), needsAllVenues)
        assert.deepStrictEqual(yield* Effect.flip(recheck(id, PA_v1)), needsAllVenues)
        assert.deepStrictEqual(yield* Effect.flip(retry(id, PA_v1)), needsAllVenues)
        assert.deepStrictEqual(yield* Effect.flip(disconnect(id, PA_v1)), needsAllVenues)
      })
  )

  it.effect("PAR-111: returns each record with the values observed in the DNS, none when it does not answer", () =>
    Effect.gen(function* () {
      const { customDomainId: id, dnsRecords } = yield* connect("dns.hotels-a.example")
      assert.deepStrictEqual((yield* records(id)).items, dnsRecords)
      const [txt, cname] = dnsRecords
      if (txt === undefined || cname === undefined) return assert.fail("no records")
      yield* setRecords("TXT", "_hub-verification.dns.hotels-a.example", ["other", txt.value])
      yield* setRecords("CNAME", "dns.hotels-a.example", ["old.example"])
      assert.deepStrictEqual((yield* records(id)).items, [
        { ...txt, observed: ["other", txt.value], ok: true },
        { ...cname, observed: ["old.example"], ok: false }
      ])
      yield* setRecords("TXT", "_hub-verification.dns.hotels-a.example", null)
      yield* setRecords("CNAME", "dns.hotels-a.example", ["edge.hub.example"])
      assert.deepStrictEqual((yield* records(id)).items, [
        { ...txt, observed: [], ok: false },
        { ...cname, observed: ["edge.hub.example"], ok: true }
      ])
      // Listing the records is not a check.
      assert.strictEqual(stateOf(yield* show(id)), "pending_dns none")
      assert.isNull((yield* show(id)).lastCheckedAt)
    })
  )

  it.effect("PAR-131: only a failed domain can be retried; the 409 names the current status", () =>
    Effect.gen(function* () {
      for (const [name, status] of [
        ["A_pending", "pending_dns"],
        ["A_verifying", "verifying"],
        ["A_free", "verified"]
      ] as const) {
        assert.deepStrictEqual(
          yield* Effect.flip(retry(customDomains[name])),
          new StateConflict({ currentStatus: status })
        )
      }
      const { post } = yield* partner
      const refused = yield* post(`${path}/${customDomains.A_free}/retry`, PA)
      assert.deepStrictEqual(
        [...statusAndCode(refused), refused.at("details.currentStatus")],
        [409, "invalid_state_transition", "verified"]
      )
    })
  )

  it.effect(
    "PAR-131: the domain of a published page is 409 resource_in_use; an unused one is disconnected for good",
    () =>
      Effect.gen(function* () {
        const { call } = yield* Service.Service
        const inUse = yield* call("DELETE", `/v1/partner${path}/${customDomains.A_verified}`, {
          headers: { ...PA, ...freshKey() }
        })
        assert.deepStrictEqual(statusAndCode(inUse), [409, "resource_in_use"])
        assert.deepStrictEqual(
          yield* Effect.flip(disconnect(customDomains.A_verified)),
          new ResourceInUse({ usedBy: "pages" })
        )
        const made = yield* connect("gone.hotels-a.example")
        yield* disconnect(made.customDomainId)
        assert.deepStrictEqual(yield* Effect.flip(show(made.customDomainId)), new NotFound({}))
        assert.deepStrictEqual(yield* Effect.flip(recheck(made.customDomainId)), new NotFound({}))
        const again = yield* connect("gone.hotels-a.example")
        assert.notStrictEqual(again.dnsRecords[0]?.value, made.dnsRecords[0]?.value)
      })
  )

  it.effect("PAR-118: a recheck repeated under its key is replayed, even after the DNS has changed", () =>
    Effect.gen(function* () {
      const made = yield* connect("replay.hotels-a.example")
      const { post } = yield* partner
      const headers = { ...PA, ...freshKey() }
      const keyedRecheck = post(`${path}/${made.customDomainId}/recheck`, headers)
      const first = yield* keyedRecheck
      assert.deepStrictEqual([first.status, first.at("status")], [200, "pending_dns"])
      yield* prove(made)
      for (let n = 0; n < 8; n++) {
        const again = yield* keyedRecheck
        assert.deepStrictEqual([again.text, again.headers.get("x-idempotent-replay")], [first.text, "true"])
      }
      assert.strictEqual(stateOf(yield* show(made.customDomainId)), "pending_dns none")
      assert.strictEqual(stateOf(yield* recheck(made.customDomainId)), "verifying pending")
    })
  )
})

layer(Service.layer({ environment }))("rate limits of custom domains", (it) => {
  const retryAfter = (answer: Service.Answer) => {
    assert.deepStrictEqual(statusAndCode(answer), [429, "rate_limited"])
    return Number(answer.headers.get("retry-after"))
  }

  it.effect(
    "PAR-137: the 7th recheck of a domain in 10 minutes is refused; two domains have separate budgets; reads go on",
    () =>
      Effect.gen(function* () {
        const { get, post } = yield* partner
        const [one, other] = [yield* connect("limit1.hotels-a.example"), yield* connect("limit2.hotels-a.example")]
        const postRecheck = ({ customDomainId }: typeof one) => post(`${path}/${customDomainId}/recheck`, PA)
        for (let n = 0; n < 6; n++) assert.strictEqual((yield* postRecheck(one)).status, 200)
        const wait = retryAfter(yield* postRecheck(one))
        assert.isTrue(wait > 0 && wait <= 600, String(wait))
        assert.strictEqual((yield* postRecheck(other)).status, 200)
        for (const readPath of [
          path,
          `${path}/${one.customDomainId}`,
          `${path}/${one.customDomainId}/dns-records`,
          "/scope"
        ]) {
          assert.strictEqual((yield* get(readPath, PA)).status, 200, readPath)
        }
      })
  )

  it.effect("PAR-137: the 4th retry of a domain in an hour is 429; retries that were 409 count", () =>
    Effect.gen(function* () {
      const { post } = yield* partner
      const postRetry = () => post(`${path}/${customDomains.A_failed}/retry`, PA)
      assert.deepStrictEqual(
        [(yield* postRetry()).status, (yield* postRetry()).status, (yield* postRetry()).status],
        [200, 409, 409]
      )
      const wait = retryAfter(yield* postRetry())
      assert.isTrue(wait > 600 && wait <= 3600, String(wait))
      assert.strictEqual((yield* post(`${path}/${customDomains.A_failed}/recheck`, PA)).status, 200)
      const ofB = yield* post(`${path}/${customDomains.B_failed}/retry`, PB)
      assert.strictEqual(ofB.status, 200)
    })
  )

  it.effect("PAR-137: a recheck or retry that is 403 or 404 does not count", () =>
    Effect.gen(function* () {
      const { post } = yield* partner
      const { customDomainId: id } = yield* connect("uncounted.hotels-a.example")
      for (let n = 0; n < 7; n++) {
        assert.strictEqual((yield* post(`${path}/${id}/recheck`, PB)).status, 404)
        assert.strictEqual((yield* post(`${path}/${id}/recheck`, PA_v1)).status, 403)
        assert.strictEqual((yield* post(`${path}/${id}/retry`, PB)).status, 404)
        assert.strictEqual((yield* post(`${path}/${id}/retry`, PA_v1)).status, 403)
      }
      assert.strictEqual((yield* post(`${path}/${id}/recheck`, PA)).status, 200)
      assert.strictEqual((yield* post(`${path}/${id}/retry`, PA)).status, 409)
    })
  )
})
