import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { demoIds } from "../../src/demo/demoIds.ts"
import { partnerKeys } from "../../src/demo/demoPartnerKeys.ts"
import { makeAuthority, makeEdge, makeZone, visit } from "../support/servers/edgeParts.ts"
import { eventually } from "../support/eventually.ts"
import { freePort } from "../support/servers/freePort.ts"
import { demoDatabase } from "../support/servers/freshDatabase.ts"
import type { Call } from "../support/http/httpCall.ts"
import { startServer } from "../support/servers/processes.ts"
import { ownEdge } from "../support/servers/servers.ts"
import { partnerWrite } from "./racing.ts"

const zone = "hotels.example"
const edge = `edge.${zone}`
const token = "token-of-the-edge-in-tests"
const path = "/v1/partner/custom-domains"

/** Name server, certificate authority, service and edge, each a process of its own on a port of this host. */
const makeParts = Effect.gen(function* () {
  const database = yield* demoDatabase
  const dns = yield* makeZone(zone, edge)
  const tlsPort = yield* freePort
  const authority = yield* makeAuthority({ dns: dns.port, tls: tlsPort })
  const hub = yield* startServer(database, {
    HUB_JOBS: "0",
    HUB_DNS_SERVERS: `127.0.0.1:${dns.port}`,
    HUB_EDGE_HOSTNAME: edge,
    HUB_EDGE_ADDRESS: `127.0.0.1:${tlsPort}`,
    HUB_EDGE_CA: authority.authorities,
    HUB_EDGE_TOKEN: token,
    HUB_LIMIT_DOMAIN_RECHECK: "1000"
  })
  const caddy = yield* makeEdge({ tlsPort, hubPort: hub.port, token, serviceHost: `hub.${zone}`, authority })
  return { dns, hub, tlsPort, authority, caddy }
})

class Parts extends Context.Service<Parts, Effect.Success<typeof makeParts>>()("test/process/Parts") {}

const call = Effect.fnUntraced(function* (owner: "PA" | "PB", method: Call["method"], more: string, body?: unknown) {
  const { hub } = yield* Parts
  return yield* hub.call({
    method,
    path: `${path}${more}`,
    headers: { "x-api-key": partnerKeys[owner], "idempotency-key": crypto.randomUUID() },
    ...(body === undefined ? {} : { body })
  })
})

/** Assigns a page of Org A to a domain, or to none. */
const assign = Effect.fnUntraced(function* (customDomainId: string | null) {
  const { hub } = yield* Parts
  const page = `/pages/${demoIds.pages["V1_published"]}/custom-domain`
  const assigned = yield* hub.call(partnerWrite("PUT", page, { customDomainId }))
  assert.strictEqual(assigned.status, 200, assigned.text)
})

const connect = Effect.fnUntraced(function* (hostname: string, owner: "PA" | "PB" = "PA") {
  const made = yield* call(owner, "POST", "", { hostname })
  assert.strictEqual(made.status, 201, made.text)
  return {
    id: String(made.at("customDomainId")),
    name: String(made.at("dnsRecords.0.name")),
    value: String(made.at("dnsRecords.0.value"))
  }
})

const stateOf = ({ at }: { readonly at: (path: string) => unknown }) =>
  [at("status"), at("certificateStatus"), at("failureReason")].filter((part) => part !== null).join(" ")

const recheck = (id: string, owner: "PA" | "PB" = "PA") => Effect.map(call(owner, "POST", `/${id}/recheck`), stateOf)
const retry = (id: string, owner: "PA" | "PB" = "PA") => Effect.map(call(owner, "POST", `/${id}/retry`), stateOf)
const show = (id: string) => Effect.map(call("PA", "GET", `/${id}`), stateOf)

/** Moves the clock of the service and runs the job. */
const after = Effect.fnUntraced(function* (advanceSeconds: number) {
  const { hub } = yield* Parts
  yield* hub.call({ method: "POST", path: "/__test/clock", body: { advanceSeconds } })
  const ran = yield* hub.call({ method: "POST", path: "/__test/jobs/domains/run" })
  assert.strictEqual(ran.status, 200, ran.text)
})

const ask = Effect.fnUntraced(function* (hostname: string) {
  const { hub } = yield* Parts
  return (yield* hub.call({ method: "GET", path: `/__edge/ask?token=${token}&domain=${hostname}` })).status
})

const published = "/p/organization-a/v1-published"

const visitOf = Effect.fnUntraced(function* (hostname: string, path: string) {
  const { authority, tlsPort } = yield* Parts
  return yield* visit(tlsPort, hostname, path, authority.authorities)
})

/** The status of a page of Org A, or of another path, at a hostname; a text if the edge has no certificate for it. */
const open = (hostname: string, path = published) => Effect.map(visitOf(hostname, path), ({ status }) => status)

const hour = 3600

ownEdge.describe("custom domains with a name server, a certificate authority and an edge", () => {
  layer(Layer.effect(Parts, makeParts), { excludeTestServices: true })((it) => {
    it.effect(
      "DOMAIN 8.2: a hostname is connected, proven, certified, visited over HTTPS, lost, retried and disconnected",
      () =>
        Effect.gen(function* () {
          const { dns, hub } = yield* Parts
          const hostname = `www.${zone}`
          const { id, name, value } = yield* connect(hostname)
          assert.strictEqual(yield* recheck(id), "pending_dns none")
          assert.strictEqual(yield* ask(hostname), 404)
          assert.isString(yield* open(hostname), "there is a certificate for an unproven hostname")

          yield* dns.set({ aliases: [hostname], txt: { [name]: ["hub-verification=of-somebody-else"] } })
          yield* eventually(
            "the name server is back",
            Effect.map(call("PA", "GET", `/${id}/dns-records`), ({ at }) => at("items.1.ok") === true)
          )
          const wrong = yield* call("PA", "GET", `/${id}/dns-records`)
          assert.deepStrictEqual(
            [wrong.at("items.0.observed"), wrong.at("items.0.ok"), wrong.at("items.1.observed")],
            [["hub-verification=of-somebody-else"], false, [edge]]
          )
          assert.strictEqual(yield* recheck(id), "pending_dns none")

          const proven = { aliases: [hostname], txt: { [name]: ["hub-verification=of-somebody-else", value] } }
          yield* dns.set(proven)
          yield* eventually(
            "the record is found",
            Effect.map(recheck(id), (state) => state === "verifying pending")
          )
          assert.strictEqual(yield* ask(hostname), 200)
          yield* eventually(
            "the certificate is issued",
            Effect.andThen(
              after(60),
              Effect.map(show(id), (state) => state === "verified issued")
            )
          )
          assert.strictEqual(yield* open(hostname), 200)
          assert.strictEqual(yield* open(hostname, "/"), 404, "no page is at its root yet")
          yield* assign(id)
          const page = yield* visitOf(hostname, "/")
          assert.strictEqual(page.status, 200, page.text)
          assert.include(page.text, "A place to come back to")
          assert.include(page.text, `<link rel="canonical" href="https://${hostname}/">`)
          assert.strictEqual(page.text, (yield* hub.call({ method: "GET", path: published })).text)
          const inUse = yield* call("PA", "DELETE", `/${id}`)
          assert.deepStrictEqual([inUse.status, inUse.at("code")], [409, "resource_in_use"])
          for (const inside of [`/__edge/ask?domain=${hostname}`, "/v1/partner/docs", "/livez", "/metrics"]) {
            assert.strictEqual(yield* open(hostname, inside), 404, inside)
          }

          // Another organization proves the hostname too, but it is held.
          const ofB = yield* connect(hostname, "PB")
          yield* dns.set({ aliases: [hostname], txt: { [name]: [value, ofB.value] } })
          yield* eventually(
            "the other organization's record is found",
            Effect.map(recheck(ofB.id, "PB"), (state) => state === "failed none hostname_taken")
          )

          // While the name server is away, no record counts as lost.
          yield* dns.stop
          yield* after(hour)
          yield* after(30 * hour)
          assert.strictEqual(yield* show(id), "verified issued")

          yield* dns.set({ aliases: [hostname], txt: { [name]: [ofB.value] } })
          yield* eventually(
            "the name server is back",
            Effect.map(call("PA", "GET", `/${id}/dns-records`), ({ at }) => at("items.1.ok") === true)
          )
          yield* after(hour)
          assert.strictEqual(yield* show(id), "verified issued")
          yield* after(24 * hour)
          assert.strictEqual(yield* show(id), "failed none dns_lost")
          assert.strictEqual(yield* ask(hostname), 404)
          yield* eventually(
            "the page is gone from a domain that was lost",
            Effect.map(open(hostname, "/"), (status) => status === 404)
          )

          // Now organization B holds it; A gets it again only after B has disconnected it.
          assert.strictEqual(yield* retry(ofB.id, "PB"), "verifying pending")
          yield* dns.set({ aliases: [hostname], txt: { [name]: [value] } })
          yield* eventually(
            "the name server is back",
            Effect.map(call("PA", "GET", `/${id}/dns-records`), ({ at }) => at("items.0.ok") === true)
          )
          assert.strictEqual(yield* retry(id), "failed none hostname_taken")
          assert.strictEqual((yield* call("PB", "DELETE", `/${ofB.id}`)).status, 204)
          assert.strictEqual(yield* retry(id), "verifying pending")
          yield* eventually(
            "the certificate is seen again",
            Effect.andThen(
              after(60),
              Effect.map(show(id), (state) => state === "verified issued")
            )
          )
          yield* eventually(
            "the page is back",
            Effect.map(open(hostname, "/"), (status) => status === 200)
          )
          assert.strictEqual((yield* call("PA", "DELETE", `/${id}`)).status, 409)
          yield* assign(null)
          assert.strictEqual((yield* call("PA", "DELETE", `/${id}`)).status, 204)
          assert.strictEqual(yield* ask(hostname), 404)
        })
    )

    it.effect("DOMAIN 8.2: a proven hostname that leads elsewhere gets no certificate, and fails after an hour", () =>
      Effect.gen(function* () {
        const { dns } = yield* Parts
        const hostname = `elsewhere.${zone}`
        const { id, name, value } = yield* connect(hostname)
        yield* dns.set({ txt: { [name]: [value] } })
        yield* eventually(
          "the record is found",
          Effect.map(recheck(id), (state) => state === "verifying pending")
        )
        // The certificate authority does not find the hostname here, so it issues no certificate.
        yield* after(60)
        assert.strictEqual(yield* show(id), "verifying pending")
        yield* after(hour)
        assert.strictEqual(yield* show(id), "failed failed certificate_failed")
        assert.isString(yield* open(hostname))
      })
    )

    it.effect("DOMAIN 8.2: a hostname without records times out after 72 hours, and can be retried", () =>
      Effect.gen(function* () {
        const { dns } = yield* Parts
        const { id, name, value } = yield* connect(`late.${zone}`)
        yield* after(1)
        assert.strictEqual(yield* show(id), "pending_dns none")
        yield* after(72 * hour)
        assert.strictEqual(yield* show(id), "failed none dns_timeout")
        assert.strictEqual(yield* retry(id), "pending_dns none")
        yield* dns.set({ txt: { [name]: [value] } })
        yield* eventually(
          "the record is found",
          Effect.map(recheck(id), (state) => state === "verifying pending")
        )
      })
    )
  })
})
