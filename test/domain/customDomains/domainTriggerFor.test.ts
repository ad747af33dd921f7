import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import type { CustomDomain } from "../../../src/domain/customDomains/CustomDomain.ts"
import {
  type DomainEvidence,
  domainTriggerFor,
  lostSinceOf
} from "../../../src/domain/customDomains/domainTriggerFor.ts"
import { nextCheckOf } from "../../../src/domain/customDomains/nextCheckOf.ts"

const now = DateTime.makeUnsafe("2026-05-10T12:00:00Z")
const ago = (span: DateTime.DateTime.PartsForMath | object) => DateTime.subtract(now, span)
const instant = { milliseconds: 1 } as const

type State = Pick<CustomDomain, "status" | "statusSince" | "lostSince" | "failureReason">

const state = (status: CustomDomain["status"], more: Partial<State> = {}): State => ({
  status,
  statusSince: now,
  lostSince: null,
  failureReason: null,
  ...more
})

const found: DomainEvidence = { records: "found", certificate: undefined }
const missing: DomainEvidence = { records: "missing", certificate: undefined }
const unanswered: DomainEvidence = { records: "unanswered", certificate: undefined }
const edge = (certificate: DomainEvidence["certificate"]): DomainEvidence => ({ records: "found", certificate })

const inTime = (span: { readonly hours: number }) => DateTime.addDuration(ago(span), instant)
const minutes = (time: DateTime.Utc | null) =>
  time === null ? null : (time.epochMilliseconds - now.epochMilliseconds) / 60_000

describe("domainTriggerFor", () => {
  it("DOMAIN 8.2: a pending domain moves when its record is found, and is overdue without it after 72 hours", () => {
    assert.strictEqual(domainTriggerFor(state("pending_dns"), found, now), "records_found")
    for (const evidence of [missing, unanswered]) {
      assert.isUndefined(domainTriggerFor(state("pending_dns"), evidence, now))
      assert.isUndefined(domainTriggerFor(state("pending_dns", { statusSince: inTime({ hours: 72 }) }), evidence, now))
      const overdue = state("pending_dns", { statusSince: ago({ hours: 72 }) })
      assert.strictEqual(domainTriggerFor(overdue, evidence, now), "records_overdue")
      assert.strictEqual(domainTriggerFor(overdue, found, now), "records_found")
    }
  })

  it("DOMAIN 8.2: a verifying domain needs its record to be certified, and fails when refused after 1 hour", () => {
    assert.strictEqual(domainTriggerFor(state("verifying"), edge("issued"), now), "certificate_issued")
    assert.strictEqual(domainTriggerFor(state("verifying"), edge("unmanaged"), now), "certificate_unmanaged")
    assert.isUndefined(
      domainTriggerFor(state("verifying", { statusSince: inTime({ hours: 1 }) }), edge("refused"), now)
    )
    const long = state("verifying", { statusSince: ago({ hours: 1 }) })
    assert.strictEqual(domainTriggerFor(long, edge("refused"), now), "certificate_refused")
    assert.isUndefined(domainTriggerFor(long, edge("unreachable"), now))
    assert.isUndefined(domainTriggerFor(long, edge(undefined), now))
    for (const certificate of ["issued", "unmanaged"] as const) {
      assert.isUndefined(domainTriggerFor(long, { records: "missing", certificate }, now))
      const silent: DomainEvidence = { records: "unanswered", certificate }
      assert.strictEqual(domainTriggerFor(long, silent, now), `certificate_${certificate}`)
    }
    const refused: DomainEvidence = { records: "missing", certificate: "refused" }
    assert.strictEqual(domainTriggerFor(long, refused, now), "certificate_refused")
  })

  it("DOMAIN 8.2: a verified domain fails once answers without its record span 24 hours", () => {
    const lost = state("verified", { lostSince: ago({ hours: 24 }) })
    assert.strictEqual(domainTriggerFor(lost, missing, now), "records_lost")
    assert.isUndefined(domainTriggerFor(lost, unanswered, now))
    assert.isUndefined(domainTriggerFor(lost, found, now))
    assert.isUndefined(domainTriggerFor(state("verified", { lostSince: inTime({ hours: 24 }) }), missing, now))
    assert.isUndefined(domainTriggerFor(state("verified"), missing, now))
    assert.deepStrictEqual(lostSinceOf(state("verified"), missing, now), now)
    assert.deepStrictEqual(lostSinceOf(lost, missing, now), lost.lostSince)
    assert.deepStrictEqual(lostSinceOf(lost, unanswered, now), lost.lostSince)
    assert.isNull(lostSinceOf(state("verified"), unanswered, now))
    assert.isNull(lostSinceOf(lost, found, now))
    assert.isNull(lostSinceOf(state("pending_dns"), missing, now))
  })

  it("DOMAIN 8.2: no check moves a failed domain", () => {
    const failed = state("failed", { failureReason: "dns_lost", statusSince: ago({ days: 90 }) })
    for (const evidence of [found, missing, unanswered, edge("issued")]) {
      assert.isUndefined(domainTriggerFor(failed, evidence, now))
    }
  })
})

describe("nextCheckOf", () => {
  it("A-136: checks a pending domain every 5 minutes for an hour, then hourly, and when its 72 hours end", () => {
    assert.strictEqual(minutes(nextCheckOf(state("pending_dns"), now)), 5)
    assert.strictEqual(minutes(nextCheckOf(state("pending_dns", { statusSince: inTime({ hours: 1 }) }), now)), 5)
    assert.strictEqual(minutes(nextCheckOf(state("pending_dns", { statusSince: ago({ hours: 1 }) }), now)), 60)
    const late = state("pending_dns", { statusSince: ago({ hours: 71, minutes: 30 }) })
    assert.strictEqual(minutes(nextCheckOf(late, now)), 30)
  })

  it("A-136: checks a verifying domain every minute, a verified one hourly and when 24 hours of loss end", () => {
    assert.strictEqual(minutes(nextCheckOf(state("verifying"), now)), 1)
    assert.strictEqual(minutes(nextCheckOf(state("verified"), now)), 60)
    assert.strictEqual(minutes(nextCheckOf(state("verified", { lostSince: ago({ hours: 2 }) }), now)), 60)
    const lost = state("verified", { lostSince: ago({ hours: 23, minutes: 50 }) })
    assert.strictEqual(minutes(nextCheckOf(lost, now)), 10)
    assert.strictEqual(minutes(nextCheckOf(state("verified", { lostSince: ago({ hours: 30 }) }), now)), 60)
  })

  it("DOMAIN 8.2: never checks a failed domain, except to remove it 30 days after dns_timeout", () => {
    const failed = (failureReason: State["failureReason"]) => nextCheckOf(state("failed", { failureReason }), now)
    assert.strictEqual(minutes(failed("dns_timeout")), 30 * 24 * 60)
    for (const reason of ["dns_lost", "hostname_taken", "certificate_failed"] as const) assert.isNull(failed(reason))
  })
})
