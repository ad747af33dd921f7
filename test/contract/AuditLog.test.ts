import { assert } from "@effect/vitest"
import { DateTime, Effect, Stream } from "effect"
import { asSystem, audit, AuditOrigin } from "../../src/domain/audit/audit.ts"
import { type AuditEntry, type AuditFilter, AuditLog } from "../../src/domain/audit/AuditLog.ts"
import { readAudit } from "../../src/domain/audit/readAudit.ts"
import { OrganizationId } from "../../src/domain/organizations/Organization.ts"
import * as AuditLogLayer from "../../src/layers/repositories/AuditLogLayer.ts"
import { atTime } from "../support/atTime.ts"
import { messagingDataset } from "../support/datasets/messagingDataset.ts"
import { twins } from "../support/twins.ts"

const start = DateTime.makeUnsafe("2026-03-01T12:00:00Z")
const [one, two] = [OrganizationId.make(1), OrganizationId.make(2)]

const entry = (minutes: number, change: Partial<AuditEntry> = {}): AuditEntry => ({
  organizationId: one,
  actor: { kind: "key", id: "k-1" },
  action: "tier.changed",
  subject: "tier:t-1",
  before: { level: 1 },
  after: { level: minutes },
  requestId: `r-${minutes}`,
  createdAt: DateTime.add(start, { minutes }),
  ...change
})

const written = [
  entry(5),
  entry(1),
  entry(3, { organizationId: two, actor: { kind: "key", id: "k-2" } }),
  entry(3, { actor: { kind: "operator", id: "k-1" }, subject: "tier:t-2" }),
  entry(2, { organizationId: null, actor: { kind: "system", id: null }, requestId: null }),
  entry(4, {
    actor: { kind: "operator", id: "staff", emulates: { organizationId: "org-1", propertyIds: ["venue-1"] } },
    before: null,
    after: null
  })
]

const expected = [1, 4, 2, 3, 5, 0].map((index) => written[index])

twins("AuditLog", AuditLogLayer, messagingDataset, (it) => {
  it.effect("DOMAIN 1.5: pages by time, then insertion order, and combines filters", () =>
    Effect.gen(function* () {
      const log = yield* AuditLog
      for (const each of written) yield* log.insert(each)
      const page = (filter: AuditFilter, after?: number, limit = 100) => log.page({ ...filter, after, limit })
      const all = yield* page({})
      assert.deepStrictEqual(
        all.map(({ id: _, ...each }) => each),
        expected
      )
      const walked: Array<number> = []
      for (let last: number | undefined; ; ) {
        const [row] = yield* page({}, last, 1)
        if (row === undefined) break
        walked.push(row.id)
        last = row.id
      }
      assert.deepStrictEqual(
        walked,
        all.map(({ id }) => id)
      )
      const minutes = (filter: AuditFilter) =>
        Effect.map(page(filter), (rows) => rows.map(({ createdAt }) => DateTime.toParts(createdAt).minute))
      assert.deepStrictEqual(yield* minutes({ organizationId: two }), [3])
      assert.deepStrictEqual(yield* minutes({ subject: "tier:t-2" }), [3])
      assert.deepStrictEqual(yield* minutes({ actor: { kind: "key", id: null } }), [1, 3, 5])
      assert.deepStrictEqual(yield* minutes({ actor: { kind: "key", id: "k-1" } }), [1, 5])
      assert.deepStrictEqual(yield* minutes({ actor: { kind: "operator", id: "k-1" } }), [3])
      assert.deepStrictEqual(yield* minutes({ actor: { kind: "system", id: null } }), [2])
      const since = DateTime.add(start, { minutes: 3 })
      assert.deepStrictEqual(yield* minutes({ since }), [3, 3, 4, 5])
      assert.deepStrictEqual(yield* minutes({ until: since }), [1, 2])
      assert.deepStrictEqual(
        yield* minutes({ since, until: DateTime.add(start, { minutes: 5 }), subject: "tier:t-1" }),
        [3, 4]
      )
    })
  )

  it.effect("streams more entries than one query returns, each once", () =>
    Effect.gen(function* () {
      const log = yield* AuditLog
      const subject = "tier:streamed"
      yield* Effect.forEach(Array.from({ length: 2003 }).keys(), (n) => log.insert(entry(n % 7, { subject, after: n })))
      const read = yield* Stream.runCollect(readAudit({ subject }))
      assert.lengthOf(read, 2003)
      assert.strictEqual(new Set(read.map(({ after }) => after)).size, 2003)
    })
  )

  it.effect("an entry records the current actor and request id, or the system without one", () =>
    Effect.gen(function* () {
      const log = yield* AuditLog
      const change = {
        organizationId: one,
        action: "tier.created",
        subject: "tier:new",
        before: null,
        after: { level: 1 }
      }
      const origin = { actor: { kind: "operator", id: "op-1" }, requestId: "req-1" } as const
      yield* atTime(start)(
        Effect.provideService(Effect.andThen(audit(change), asSystem(audit(change))), AuditOrigin, origin)
      )
      assert.deepStrictEqual(yield* log.list("tier:new"), [
        { ...change, ...origin, createdAt: start },
        { ...change, actor: { kind: "system", id: null }, requestId: null, createdAt: start }
      ])
    })
  )
})
