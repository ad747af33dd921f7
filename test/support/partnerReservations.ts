import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { demoIds } from "../../src/demo/demoIds.ts"
import { type StayFact, stays } from "../../src/demo/stays.ts"
import { ReservationView } from "../../src/domain/reservations/ReservationView.ts"
import { key, partner } from "./partner.ts"
import type * as Service from "./http/service.ts"

const { reservations } = demoIds
export const isReservation = Schema.is(Schema.toEncoded(Schema.toCodecJson(ReservationView)))
export const reader = key("PA_partner_reservations_read")
export const unlimited = { HUB_LIMIT_PARTNER_KEY: "1000000", HUB_LIMIT_MEMBER: "1000000", HUB_LIMIT_ADDRESS: "1000000" }

type Headers = Readonly<Record<string, string>>

export const isOf =
  (...names: ReadonlyArray<string>) =>
  (stay: StayFact) =>
    names.includes(stay.venue)
export const ofA = stays.filter(isOf("V1", "V2", "V3"))
export const ids = (all: ReadonlyArray<StayFact>) => all.map(({ externalId }): string => externalId)
export const idOf = (name: string) => reservations[name] ?? assert.fail(`no demo stay ${name}`)

export const ok = (answer: Service.Answer) => {
  assert.strictEqual(answer.status, 200, answer.text)
  return answer
}

export const list = (query = "", headers: Headers = reader) =>
  Effect.flatMap(partner, ({ get }) => Effect.map(get(`/reservations${query}`, headers), ok))

export const get = (id: string, headers: Headers = reader, query = "") =>
  Effect.flatMap(partner, (calls) => calls.get(`/reservations/${encodeURIComponent(id)}${query}`, headers))

export const ofMember = (externalId: string, headers: Headers = key("PA"), query = "?limit=100") =>
  Effect.flatMap(partner, (calls) => calls.get(`/members/${externalId}/reservations${query}`, headers))

export const listed = (page: Service.Answer) => page.each("items", "reservationId").map(String)

export const cursorOf = (page: Service.Answer) => {
  const cursor = page.at("nextCursor")
  return typeof cursor === "string" ? encodeURIComponent(cursor) : assert.fail("no next page")
}

/** Every page from the first to the last. */
export const walk = Effect.fnUntraced(function* (query: string, headers: Headers = reader) {
  const pages = [yield* list(`?${query}`, headers)]
  for (;;) {
    const last = pages.at(-1)
    if (last === undefined || last.at("nextCursor") === null) return pages
    pages.push(yield* list(`?${query}&cursor=${cursorOf(last)}`, headers))
  }
})
