import { assert, layer } from "@effect/vitest"
import { type DateTime, Effect } from "effect"
import { demoDataset } from "../../../src/demo/demoDataset.ts"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { NotFound } from "../../../src/domain/shared/NotFound.ts"
import {
  after,
  connect,
  disconnect,
  PA,
  PB,
  prove,
  recheck,
  retry,
  setCertificate,
  setRecords,
  show,
  stateOf
} from "../../support/domains.ts"
import * as Service from "../../support/service.ts"
import { withoutDueDomains } from "../../support/withoutDueDomains.ts"

const now = { minutes: 0 }

const seen = (id: string, headers = PA) => Effect.map(show(id, headers), stateOf)

const minutesBetween = (from: DateTime.Utc | null, to: DateTime.Utc | null) =>
  from === null || to === null ? null : Math.round((to.epochMilliseconds - from.epochMilliseconds) / 60_000)

const nameOf = (hostname: string) => `_hub-verification.${hostname}`

/** A domain that the job has verified. */
const verified = Effect.fnUntraced(function* (hostname: string, headers = PA) {
  const made = yield* connect(hostname, headers)
  yield* prove(made)
  yield* after(now)
  yield* after({ minutes: 1 })
  assert.strictEqual(yield* seen(made.customDomainId, headers), "verified none")
  return made
})

/** The same on both stores, each with the twins of DNS and edge. */
for (const store of ["memory", "embedded"] as const) {
  const dataset = (now: DateTime.Utc) => withoutDueDomains(demoDataset(now))
  layer(Service.layer({ store, dataset, environment: { HUB_TEST_CONTROLS: "1" } }), { timeout: "60 seconds" })(
    `the checks of custom domains (${store})`,
    (it) => {
      it.effect("DOMAIN 8.2: a pending domain is verified by its own TXT record, by way of verifying", () =>
        Effect.gen(function* () {
          const made = yield* connect("own.hotels-a.example")
          const { customDomainId: id } = made
          assert.strictEqual(yield* after(now), 1)
          assert.strictEqual(yield* seen(id), "pending_dns none")
          const checked = yield* show(id)
          assert.isNotNull(checked.lastCheckedAt)
          assert.strictEqual(minutesBetween(checked.lastCheckedAt, checked.nextCheckAt), 5)
          // The CNAME alone verifies nothing, and neither does another token.
          yield* setRecords("CNAME", "own.hotels-a.example", ["127.0.0.1"])
          yield* setRecords("TXT", nameOf("own.hotels-a.example"), ["hub-verification=another"])
          assert.strictEqual(yield* after({ minutes: 4 }), 0)
          assert.strictEqual(yield* after({ minutes: 1 }), 1)
          assert.strictEqual(yield* seen(id), "pending_dns none")
          yield* prove(made, ["unrelated"])
          assert.strictEqual(yield* after({ minutes: 5 }), 1)
          assert.strictEqual(yield* seen(id), "verifying pending")
          assert.isNull((yield* show(id)).verifiedAt)
          assert.strictEqual(yield* after({ minutes: 1 }), 1)
          const done = yield* show(id)
          assert.strictEqual(stateOf(done), "verified none")
          assert.deepStrictEqual(done.verifiedAt, done.lastCheckedAt)
          assert.strictEqual(minutesBetween(done.verifiedAt, done.nextCheckAt), 60)
          yield* disconnect(id)
        })
      )

      it.effect(
        "DOMAIN 8.2: a verifying domain is verified once its certificate is issued, and waits for an edge that is away",
        () =>
          Effect.gen(function* () {
            const made = yield* connect("tls.hotels-a.example")
            yield* prove(made)
            yield* setCertificate("tls.hotels-a.example", "unreachable")
            assert.strictEqual(stateOf(yield* recheck(made.customDomainId)), "verifying pending")
            yield* after({ hours: 5 })
            assert.strictEqual(yield* seen(made.customDomainId), "verifying pending")
            yield* setCertificate("tls.hotels-a.example", "issued")
            assert.strictEqual(stateOf(yield* recheck(made.customDomainId)), "verified issued")
            yield* disconnect(made.customDomainId)
          })
      )

      it.effect("DOMAIN 8.2: a verifying domain whose record is gone stays verifying until it is found again", () =>
        Effect.gen(function* () {
          const made = yield* connect("gone.hotels-a.example")
          const { customDomainId: id } = made
          yield* prove(made)
          yield* after(now)
          yield* setRecords("TXT", nameOf("gone.hotels-a.example"), [])
          yield* setCertificate("gone.hotels-a.example", "issued")
          yield* after({ minutes: 1 })
          const before = yield* show(id)
          assert.strictEqual(stateOf(before), "verifying pending")
          yield* after({ minutes: 5 })
          const after5 = yield* recheck(id)
          assert.strictEqual(stateOf(after5), "verifying pending")
          assert.isAtLeast(minutesBetween(before.lastCheckedAt, after5.lastCheckedAt) ?? 0, 5)
          yield* prove(made)
          yield* after({ minutes: 1 })
          assert.strictEqual(yield* seen(id), "verified issued")
          yield* disconnect(id)
        })
      )

      it.effect(
        "DOMAIN 8.2: a certificate that is refused for an hour fails the domain, and a retry begins again",
        () =>
          Effect.gen(function* () {
            const made = yield* connect("refused.hotels-a.example")
            const { customDomainId: id } = made
            yield* prove(made)
            yield* setCertificate("refused.hotels-a.example", "refused")
            yield* after(now)
            yield* after({ minutes: 59 })
            assert.strictEqual(yield* seen(id), "verifying pending")
            yield* after({ minutes: 2 })
            assert.strictEqual(yield* seen(id), "failed failed certificate_failed")
            assert.isNull((yield* show(id)).nextCheckAt)
            assert.strictEqual(stateOf(yield* recheck(id)), "failed failed certificate_failed")
            assert.strictEqual(stateOf(yield* retry(id)), "verifying pending")
            yield* disconnect(id)
          })
      )

      it.effect("DOMAIN 8.2: 72 hours without records fail a pending domain; it is removed 30 days later", () =>
        Effect.gen(function* () {
          const { customDomainId: id } = yield* connect("never.hotels-a.example")
          yield* setRecords("TXT", nameOf("never.hotels-a.example"), null)
          yield* after({ hours: 1 })
          assert.strictEqual(minutesBetween((yield* show(id)).lastCheckedAt, (yield* show(id)).nextCheckAt), 60)
          yield* after({ hours: 70, minutes: 59 })
          assert.strictEqual(yield* seen(id), "pending_dns none")
          yield* after({ minutes: 1 })
          assert.strictEqual(yield* seen(id), "failed none dns_timeout")
          assert.isNull((yield* show(id)).nextCheckAt)
          yield* after({ hours: 30 * 24 - 1 })
          assert.strictEqual(yield* seen(id), "failed none dns_timeout")
          assert.strictEqual(yield* after({ hours: 1 }), 1)
          assert.deepStrictEqual(yield* Effect.flip(show(id)), new NotFound({}))
        })
      )

      it.effect("DOMAIN 8.2: a retry without records waits for them for another 72 hours", () =>
        Effect.gen(function* () {
          const made = yield* connect("later.hotels-a.example")
          const { customDomainId: id } = made
          yield* after({ hours: 72 })
          assert.strictEqual(yield* seen(id), "failed none dns_timeout")
          assert.strictEqual(stateOf(yield* retry(id)), "pending_dns none")
          yield* after({ hours: 71 })
          assert.strictEqual(yield* seen(id), "pending_dns none")
          yield* prove(made)
          yield* after({ hours: 1 })
          assert.strictEqual(yield* seen(id), "verifying pending")
          yield* disconnect(id)
        })
      )

      it.effect(
        "DOMAIN 8.2: a verified domain fails once its record was missing for 24 hours, and not while nobody answers",
        () =>
          Effect.gen(function* () {
            const made = yield* verified("lost.hotels-a.example")
            const { customDomainId: id } = made
            const name = nameOf("lost.hotels-a.example")
            yield* setRecords("TXT", name, null)
            yield* after({ hours: 1 })
            yield* after({ hours: 30 })
            assert.strictEqual(yield* seen(id), "verified none")
            yield* setRecords("TXT", name, [])
            yield* after({ hours: 1 })
            yield* after({ hours: 23 })
            assert.strictEqual(yield* seen(id), "verified none")
            // Back for one check: the 24 hours begin again.
            yield* prove(made)
            yield* after({ minutes: 30 })
            yield* after({ hours: 1 })
            yield* setRecords("TXT", name, ["hub-verification=another"])
            yield* after({ hours: 1 })
            yield* after({ hours: 23 })
            assert.strictEqual(yield* seen(id), "verified none")
            yield* after({ hours: 1 })
            const failed = yield* show(id)
            assert.strictEqual(stateOf(failed), "failed none dns_lost")
            assert.isNotNull(failed.verifiedAt)
            assert.isNull(failed.nextCheckAt)
            assert.strictEqual(yield* after({ hours: 31 * 24 }), 0)
            yield* prove(made)
            assert.strictEqual(stateOf(yield* retry(id)), "verifying pending")
            yield* disconnect(id)
          })
      )

      it.effect(
        "DOMAIN 8.2: of organizations that prove a hostname the first has it, and the other may retry once it is free",
        () =>
          Effect.gen(function* () {
            const ofA = yield* connect("shared.hotels-a.example")
            const ofB = yield* connect("shared.hotels-a.example", PB)
            const values = [ofA, ofB].map(({ dnsRecords }) => dnsRecords[0]?.value ?? "")
            yield* setRecords("TXT", nameOf("shared.hotels-a.example"), values)
            assert.strictEqual(stateOf(yield* recheck(ofA.customDomainId)), "verifying pending")
            assert.strictEqual(stateOf(yield* recheck(ofB.customDomainId, PB)), "failed none hostname_taken")
            yield* after({ minutes: 1 })
            assert.strictEqual(yield* seen(ofA.customDomainId), "verified none")
            assert.strictEqual(stateOf(yield* retry(ofB.customDomainId, PB)), "failed none hostname_taken")
            yield* disconnect(ofA.customDomainId)
            assert.strictEqual(stateOf(yield* retry(ofB.customDomainId, PB)), "verifying pending")
            yield* disconnect(ofB.customDomainId, PB)
          })
      )
    }
  )
}

for (const store of ["memory", "embedded"] as const) {
  layer(Service.layer({ store, environment: { HUB_TEST_CONTROLS: "1" } }), { timeout: "60 seconds" })(
    `the custom domains of the demo data (${store})`,
    (it) => {
      it.effect("DOMAIN 8.2, A-136: are due like all others: without records each ends as its state demands", () =>
        Effect.gen(function* () {
          const { A_failed, A_free, A_pending, A_verifying } = demoIds.customDomains
          yield* after(now)
          assert.strictEqual(yield* seen(A_pending), "pending_dns none")
          assert.strictEqual(yield* after({ hours: 1 }), 8)
          yield* after({ hours: 24 })
          assert.strictEqual(yield* seen(A_free), "failed none dns_lost")
          yield* after({ hours: 41, minutes: 50 })
          assert.strictEqual(yield* seen(A_pending), "pending_dns none")
          yield* after({ minutes: 10 })
          assert.strictEqual(yield* seen(A_pending), "failed none dns_timeout")
          assert.strictEqual(yield* seen(A_verifying), "verifying pending")
          // The failed one is 5 hours ahead of the one that failed now.
          yield* after({ hours: 30 * 24 - 72 })
          assert.deepStrictEqual(yield* Effect.flip(show(A_failed)), new NotFound({}))
          assert.strictEqual(yield* seen(A_pending), "failed none dns_timeout")
          yield* after({ hours: 72 })
          assert.deepStrictEqual(yield* Effect.flip(show(A_pending)), new NotFound({}))
        })
      )
    }
  )
}
