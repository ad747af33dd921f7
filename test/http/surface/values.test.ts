import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Predicate } from "effect"
import { surfaces } from "../../../src/cli/server/application.ts"
import { demoDataset } from "../../../src/demo/demoDataset.ts"
import { hubKeys } from "../../../src/demo/demoHubKeys.ts"
import { partnerKeys } from "../../../src/demo/demoPartnerKeys.ts"
import { bearer, tokenFor } from "../../support/member.ts"
import { hubSamples } from "../../support/samples/hubSamples.ts"
import { memberSamples } from "../../support/samples/memberSamples.ts"
import { partnerSamples } from "../../support/samples/partnerSamples.ts"
import { publicSamples } from "../../support/samples/publicSamples.ts"
import { typeOf } from "../../support/http/Sample.ts"
import * as Service from "../../support/http/service.ts"

const samples = { hub: hubSamples, member: memberSamples, partner: partnerSamples, public: publicSamples }

const isSurface = (name: string): name is keyof typeof samples => name in samples

/** Every value of a body with its field and the path that leads to it. */
const valuesIn = (
  value: unknown,
  path = "",
  field = ""
): ReadonlyArray<{ path: string; field: string; value: unknown }> => {
  if (Array.isArray(value)) return value.flatMap((item, index) => valuesIn(item, `${path}.${index}`, field))
  if (!Predicate.isObject(value)) return [{ path, field, value }]
  return Object.entries(value).flatMap(([name, inner]) => valuesIn(inner, `${path}.${name}`, name))
}

/** The answer of each endpoint of a surface to its sample. */
const answersOf = Effect.fnUntraced(function* (surface: keyof typeof samples) {
  const { call } = yield* Service.Service
  const credentials = {
    hub: { authorization: `Bearer ${hubKeys.KH_all}` },
    member: bearer(yield* tokenFor("M1")),
    partner: { "x-api-key": partnerKeys.PA },
    public: {}
  }
  const endpoints = surfaces.filter(({ name }) => name === surface).flatMap((one) => one.endpoints)
  return yield* Effect.forEach(endpoints, ({ identifier, method }) => {
    const sample = samples[surface][identifier]
    assert.isDefined(sample, identifier)
    const headers = { ...credentials[surface], ...typeOf(sample), "idempotency-key": `values-${identifier}` }
    return Effect.map(call(method, sample.path, { headers, body: sample.body }), (answer) => ({ identifier, answer }))
  })
})

const internal = new Set(["memberId", "inviteId"])
const points = /points/i
const amounts = /^(?:amount|nightlyCost)$|balance$/i
const calendarDay = /^\d{4}-\d\d-\d\d$/
const days = /^(?:check(?:In|Out)Date|dateFrom|dateTo)$/
const instants = /(?:At|Until|timestamp)$/
const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/

layer(Service.layer())("values in answers", (it) => {
  it.effect("GEN-004: partner answers have no integer ids except memberId, inviteId and those of guest invites", () =>
    Effect.gen(function* () {
      const answers = yield* answersOf("partner")
      let ids = 0
      for (const { answer, identifier } of answers) {
        assert.isBelow(answer.status, 300, `${identifier}: ${answer.text}`)
        for (const { field, path, value } of valuesIn(answer.body)) {
          if (field !== "id" && !field.endsWith("Id")) continue
          ids++
          if (internal.has(field) || /\.guestInvites?\./.test(path)) continue
          assert.isFalse(Number.isInteger(value), `${identifier}${path}`)
        }
      }
      assert.isAbove(ids, 10)
    })
  )

  it.effect("GEN-004: an internal number in place of an external id is 404", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      const demo = demoDataset(DateTime.makeUnsafe(0))
      const partner = { "x-api-key": partnerKeys.PA }
      const [task] = demo.arrivalTasks.filter(({ xid }) => partnerSamples["getArrival"]?.path.endsWith(xid))
      assert.isDefined(task)
      assert.strictEqual((yield* call("GET", `/v1/partner/arrivals/${task.xid}`, { headers: partner })).status, 200)
      assert.strictEqual((yield* call("GET", `/v1/partner/arrivals/${task.id}`, { headers: partner })).status, 404)
      const member = bearer(yield* tokenFor("M1"))
      const [stay] = demo.reservations
      const [offer] = demo.offers
      for (const path of [
        `/v1/members/me/reservations/${stay?.id}/preview`,
        `/v1/members/me/loyalty/offers/${offer?.id}`
      ]) {
        assert.strictEqual((yield* call("GET", path, { headers: member })).status, 404, path)
      }
    })
  )

  for (const surface of surfaces.flatMap(({ name }) => (isSurface(name) ? [name] : []))) {
    it.effect(
      `GEN-005: ${surface} points, amounts and balances are integers, dates YYYY-MM-DD, times have an offset`,
      () =>
        Effect.gen(function* () {
          const answers = yield* answersOf(surface)
          let compared = 0
          for (const { answer, identifier } of answers) {
            // The demo data lacks the Actions of the samples.
            if (surface === "hub" && answer.status >= 400) continue
            assert.isBelow(answer.status, 300, `${identifier}: ${answer.text}`)
            for (const { field, path, value } of valuesIn(answer.body)) {
              const at = `${identifier}${path}: ${String(value)}`
              // pointsPerUnit is a rate, not an amount.
              if (
                typeof value === "number" &&
                field !== "pointsPerUnit" &&
                (points.test(field) || amounts.test(field))
              ) {
                assert.isTrue(Number.isInteger(value), at)
              } else if (typeof value === "string" && days.test(field)) assert.match(value, calendarDay, at)
              else if (typeof value === "string" && instants.test(field)) {
                assert.match(value, iso, at)
                assert.isFalse(Number.isNaN(Date.parse(value)), at)
              } else continue
              compared++
            }
          }
          assert.isAbove(compared, { hub: 1, member: 100, partner: 10, public: -1 }[surface])
        })
    )
  }

  it.effect("GEN-005: a date that does not exist or has another format is 400", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      const member = bearer(yield* tokenFor("M1"))
      const partner = { "x-api-key": partnerKeys.PA }
      for (const date of ["2026-2-30", "2026-02-30", "2026-2-3", "03/02/2026", "20260203", "2026-13-01"]) {
        const stays = yield* call("GET", `/v1/members/me/reservations?dateFrom=${date}`, { headers: member })
        assert.strictEqual(stays.status, 400, date)
        const arrivals = yield* call("GET", `/v1/partner/arrivals?from=${date}`, { headers: partner })
        assert.strictEqual(arrivals.status, 400, date)
      }
    })
  )
})
