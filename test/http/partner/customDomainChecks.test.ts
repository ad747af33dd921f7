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
import * as Service from "../../support/http/service.ts"
import { withoutDueDomains } from "../../support/datasets/withoutDueDomains.ts"

const now = { minutes: 0 }

const currentState = (id: string, headers = PA) => Effect.map(show(id, headers), stateOf)

const minutesBetween = (from: DateTime.Utc | null, to: DateTime.Utc | null) =>
  from === null || to === null ? null : Math.round((to.epochMilliseconds - from.epochMilliseconds) / 60_000)

const nameOf = (hostname: string) => `_hub-verification.${hostname}`

/** A domain that the job has verified. */
const verified = Effect.fnUntraced(function* (hostname: string, headers = PA) {
  const made = yield* connect(hostname, headers)
  yield* prove(made)
  yield* after(now)
  yield* after({ minutes: 1 })
  assert.strictEqual(yield* currentState(made.customDomainId, headers), "verified none")
  return made
})

/** Both stores, each with simulated DNS and edge. */
for (const store of ["memory", "embedded"] as const) {
  const dataset = (now: DateTime.Utc) => withoutDueDomains(demoDataset(now))
  layer(Service.layer({ store, dataset, environment: { HUB_TEST_CONTROLS: "1" } }))(
    `custom domain checks (${store})`,
    (it) => {
      it.effect("DOMAIN 8.2: a pending domain becomes verifying, then verified, once DNS has its TXT record", () =>
        Effect.gen(function* () {
          const made = yield* connect("own.hotels-a.example")
          const { customDomainId: id } = made
          assert.strictEqual(yield* after(now), 1)
          assert.strictEqual(yield* currentState(id), "pending_dns none")
          const checked = yield* show(id)
          assert.isNotNull(checked.lastCheckedAt)
          assert.strictEqual(minutesBetween(checked.lastCheckedAt, checked.nextCheckAt), 5)
          // The CNAME alone verifies nothing, and neither does another token.
          yield* setRecords("CNAME", "own.hotels-a.example", ["127.0.0.1"])
          yield* setRecords("TXT", nameOf("own.hotels-a.example"), ["hub-verification=another"])
          assert.strictEqual(yield* after({ minutes: 4 }), 0)
          assert.strictEqual(yield* after({ minutes: 1 }), 1)
          assert.strictEqual(yield* currentState(id), "pending_dns none")
          yield* prove(made, ["unrelated"])
          assert.strictEqual(yield* after({ minutes: 5 }), 1)
          assert.strictEqual(yield* currentState(id), "verifying pending")
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
        "DOMAIN 8.2: a verifying domain waits while the edge is unreachable, and is verified with its certificate",
        () =>
          Effect.gen(function* () {
            const made = yield* connect("tls.hotels-a.example")
            yield* prove(made)
            yield* setCertificate("tls.hotels-a.example", "unreachable")
            assert.strictEqual(stateOf(yield* recheck(made.customDomainId)), "verifying pending")
            yield* after({ hours: 5 })
            assert.strictEqual(yield* currentState(made.customDomainId), "verifying pending")
            yield* setCertificate("tls.hotels-a.example", "issued")
            assert.strictEqual(stateOf(yield* recheck(made.customDomainId)), "verified issued")
            yield* disconnect(made.customDomainId)
          })
      )

      it.effect("DOMAIN 8.2: a verifying domain stays verifying while its TXT record is gone", () =>
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
          assert.strictEqual(yield* currentState(id), "verified issued")
          yield* disconnect(id)
        })
      )

      it.effect(
        "DOMAIN 8.2: a certificate refused for an hour fails the domain; a retry makes it verifying again",
        () =>
          Effect.gen(function* () {
            const made = yield* connect("refused.hotels-a.example")
            const { customDomainId: id } = made
            yield* prove(made)
            yield* setCertificate("refused.hotels-a.example", "refused")
            yield* after(now)
            yield* after({ minutes: 59 })
            assert.strictEqual(yield* currentState(id), "verifying pending")
            yield* after({ minutes: 2 })
            assert.strictEqual(yield* currentState(id), "failed failed certificate_failed")
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
          assert.strictEqual(yield* currentState(id), "pending_dns none")
          yield* after({ minutes: 1 })
          assert.strictEqual(yield* currentState(id), "failed none dns_timeout")
          assert.isNull((yield* show(id)).nextCheckAt)
          yield* after({ hours: 30 * 24 - 1 })
          assert.strictEqual(yield* currentState(id), "failed none dns_timeout")
          assert.strictEqual(yield* after({ hours: 1 }), 1)
          assert.deepStrictEqual(yield* Effect.flip(show(id)), new NotFound({}))
        })
      )

      it.effect(
        "DOMAIN 8.2: a retry without records makes a domain pending again, until its records are found 72 hours later",
        () =>
          Effect.gen(function* () {
            const made = yield* connect("later.hotels-a.example")
            const { customDomainId: id } = made
            yield* after({ hours: 72 })
            assert.strictEqual(yield* currentState(id), "failed none dns_timeout")
            assert.strictEqual(stateOf(yield* retry(id)), "pending_dns none")
            yield* after({ hours: 71 })
            assert.strictEqual(yield* currentState(id), "pending_dns none")
            yield* prove(made)
            yield* after({ hours: 1 })
            assert.strictEqual(yield* currentState(id), "verifying pending")
            yield* disconnect(id)
          })
      )

      it.effect(
        "DOMAIN 8.2: a verified domain fails after 24 hours without its record, but not while the DNS does not answer",
        () =>
          Effect.gen(function* () {
            const made = yield* verified("lost.hotels-a.example")
            const { customDomainId: id } = made
            const name = nameOf("lost.hotels-a.example")
            yield* setRecords("TXT", name, null)
            yield* after({ hours: 1 })
            yield* after({ hours: 30 })
            assert.strictEqual(yield* currentState(id), "verified none")
            yield* setRecords("TXT", name, [])
            yield* after({ hours: 1 })
            yield* after({ hours: 23 })
            assert.strictEqual(yield* currentState(id), "verified none")
            // Present at one check, so the 24 hours start over.
            yield* prove(made)
            yield* after({ minutes: 30 })
            yield* after({ hours: 1 })
            yield* setRecords("TXT", name, ["hub-verification=another"])
            yield* after({ hours: 1 })
            yield* after({ hours: 23 })
            assert.strictEqual(yield* currentState(id), "verified none")
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
        "DOMAIN 8.2: the first organization to prove a hostname holds it; the other can retry once it is free",
        () =>
          Effect.gen(function* () {
            const ofA = yield* connect("shared.hotels-a.example")
            const ofB = yield* connect("shared.hotels-a.example", PB)
            const values = [ofA, ofB].map(({ dnsRecords }) => dnsRecords[0]?.value ?? "")
            yield* setRecords("TXT", nameOf("shared.hotels-a.example"), values)
            assert.strictEqual(stateOf(yield* recheck(ofA.customDomainId)), "verifying pending")
            assert.strictEqual(stateOf(yield* recheck(ofB.customDomainId, PB)), "failed none hostname_taken")
            yield* after({ minutes: 1 })
            assert.strictEqual(yield* currentState(ofA.customDomainId), "verified none")
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
  layer(Service.layer({ store, environment: { HUB_TEST_CONTROLS: "1" } }))(
    `custom domains of the demo data (${store})`,
    (it) => {
      it.effect(
        "DOMAIN 8.2, A-136: demo domains without records lose verification, time out and are removed on schedule",
        () =>
          Effect.gen(function* () {
            const { A_failed, A_free, A_pending, A_verifying } = demoIds.customDomains
            yield* after(now)
            assert.strictEqual(yield* currentState(A_pending), "pending_dns none")
            assert.strictEqual(yield* after({ hours: 1 }), 8)
            yield* after({ hours: 24 })
            assert.strictEqual(yield* currentState(A_free), "failed none dns_lost")
            yield* after({ hours: 41, minutes: 50 })
            assert.strictEqual(yield* currentState(A_pending), "pending_dns none")
            yield* after({ minutes: 10 })
            assert.strictEqual(yield* currentState(A_pending), "failed none dns_timeout")
            assert.strictEqual(yield* currentState(A_verifying), "verifying pending")
            // A_failed failed 5 hours before the start, A_pending 67 hours after it.
            yield* after({ hours: 30 * 24 - 72 })
            assert.deepStrictEqual(yield* Effect.flip(show(A_failed)), new NotFound({}))
            assert.strictEqual(yield* currentState(A_pending), "failed none dns_timeout")
            yield* after({ hours: 72 })
            assert.deepStrictEqual(yield* Effect.flip(show(A_pending)), new NotFound({}))
          })
      )
    }
  )
}
