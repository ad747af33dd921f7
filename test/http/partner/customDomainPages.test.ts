import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { customDomainId, customDomainXids, type DomainName } from "../../../src/demo/demoCustomDomains.ts"
import { demoDataset } from "../../../src/demo/demoDataset.ts"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { NotFound } from "../../../src/domain/shared/NotFound.ts"
import { ResourceInUse } from "../../../src/domain/shared/ResourceConflicts.ts"
import { auditOf } from "../../support/audited.ts"
import { after, connect, disconnect, prove, recheck, show, stateOf } from "../../support/domains.ts"
import * as Service from "../../support/http/service.ts"
import { withoutDueDomains } from "../../support/datasets/withoutDueDomains.ts"

const { customDomains, pages } = demoIds

/** The domain of each page: a published page, an offline one and one that was never published. */
const assigned: Readonly<Record<string, DomainName>> = {
  [pages["V1_published"] ?? ""]: "A_failed",
  [pages["V1_offline"] ?? ""]: "A_free",
  [pages["V1_never"] ?? ""]: "A_pending"
}

/** The demo data with these assignments; two of the domains failed 30 days ago, the third is due for a check. */
const dataset = (now: DateTime.Utc) => {
  const demo = withoutDueDomains(demoDataset(now))
  const failedAt = DateTime.subtract(now, { days: 30 })
  return {
    ...demo,
    pageGroups: demo.pageGroups.map((page) => {
      const name = assigned[page.xid]
      return { ...page, customDomainId: name === undefined ? null : customDomainId(name) }
    }),
    customDomains: demo.customDomains.map((domain) => {
      if (domain.xid === customDomainXids.A_failed || domain.xid === customDomainXids.A_pending) {
        return {
          ...domain,
          status: "failed" as const,
          failureReason: "dns_timeout" as const,
          statusSince: failedAt,
          nextCheckAt: now
        }
      }
      return domain.xid === customDomainXids.A_free ? { ...domain, nextCheckAt: now } : domain
    })
  }
}

const pageOf = (name: DomainName) => Effect.map(show(customDomains[name]), (domain) => domain.assignedPageGroupId)
const audited = (name: DomainName) => auditOf(`custom_domain:${customDomains[name]}`)

for (const store of ["memory", "embedded"] as const) {
  layer(Service.layer({ store, dataset, environment: { HUB_TEST_CONTROLS: "1" } }))(
    `pages with custom domains (${store})`,
    (it) => {
      it.effect("DOMAIN 8.2: a page keeps its domain when that fails with dns_lost", () =>
        Effect.gen(function* () {
          yield* after({ minutes: 0 })
          yield* after({ hours: 24 })
          assert.strictEqual(stateOf(yield* show(customDomains.A_free)), "failed none dns_lost")
          assert.strictEqual(yield* pageOf("A_free"), pages["V1_offline"])
        })
      )

      it.effect("DOMAIN 8.2: a domain that failed 30 days ago is removed, unless its page is published", () =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* Effect.flip(show(customDomains.A_pending)), new NotFound({}))
          assert.strictEqual(yield* pageOf("A_failed"), pages["V1_published"])
          assert.strictEqual(yield* after({ hours: 24 }), 1)
          assert.strictEqual(yield* pageOf("A_failed"), pages["V1_published"])
        })
      )

      it.effect(
        "PAR-131: the domain of an unpublished page can be disconnected, that of a published one is in use",
        () =>
          Effect.gen(function* () {
            const inUse = yield* Effect.flip(disconnect(customDomains.A_failed))
            assert.deepStrictEqual(inUse, new ResourceInUse({ usedBy: "pages" }))
            yield* disconnect(customDomains.A_free)
            assert.deepStrictEqual(yield* Effect.flip(show(customDomains.A_free)), new NotFound({}))
          })
      )
    }
  )
}

layer(Service.layer({ dataset, environment: { HUB_TEST_CONTROLS: "1" } }))("audit log of custom domains", (it) => {
  const hostname = "audited.hotels-a.example"
  const facts = (status: string, certificateStatus = "none", failureReason: string | null = null) => ({
    hostname,
    status,
    certificateStatus,
    failureReason
  })

  it.effect(
    "DOMAIN 8.2: audits each command and status change once; a job's check without a change leaves no entry",
    () =>
      Effect.gen(function* () {
        const made = yield* connect(hostname)
        yield* after({ minutes: 0 })
        yield* recheck(made.customDomainId)
        yield* prove(made)
        yield* after({ minutes: 5 })
        yield* after({ minutes: 1 })
        yield* after({ hours: 2 })
        yield* disconnect(made.customDomainId)
        const [pending, verifying, verified] = [facts("pending_dns"), facts("verifying", "pending"), facts("verified")]
        assert.deepStrictEqual(yield* auditOf(`custom_domain:${made.customDomainId}`), [
          { action: "custom_domain.connected", before: null, after: pending },
          { action: "custom_domain.rechecked", before: pending, after: { ...pending, records: "missing" } },
          { action: "custom_domain.checked", before: pending, after: verifying },
          { action: "custom_domain.checked", before: verifying, after: verified },
          { action: "custom_domain.disconnected", before: verified, after: null }
        ])
      })
  )

  it.effect("DOMAIN 8.2: audits the removal of a failed domain; one that stays has no entry", () =>
    Effect.gen(function* () {
      const [removed, ...others] = yield* audited("A_pending")
      assert.deepStrictEqual([removed?.action, removed?.after, others], ["custom_domain.removed", null, []])
      assert.deepStrictEqual(yield* audited("A_failed"), [])
    })
  )
})
