import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { demoIds } from "../../src/demo/demoIds.ts"
import { DeskFulfillment } from "../../src/domain/fulfillments/DeskFulfillment.ts"
import { FulfillmentStatus } from "../../src/domain/fulfillments/FulfillmentStatus.ts"
import { key, partner } from "./partner.ts"
import type { Answer } from "./http/service.ts"

type Headers = Readonly<Record<string, string>>

export const reader = key("PA_partner_fulfillments_read")
export const writer = key("PA_partner_fulfillments_write")

export const statuses = FulfillmentStatus.literals

export const isFulfillment = Schema.is(Schema.toEncoded(Schema.toCodecJson(DeskFulfillment)))

/** The id of a claim of the demo data. */
export const idOf = (name: string) => demoIds.fulfillments[name] ?? assert.fail(`no demo claim ${name}`)
export const names = (...all: ReadonlyArray<string>) => all.map(idOf)

/** The ids of a venue's demo claims in these statuses. */
export const ofDesk = (venue: string, selected: ReadonlyArray<string> = statuses) =>
  selected.map((status) => idOf(`${venue}_${status}`))

/** A call below `/v1/partner/fulfillments`. */
export const get = (path: string, headers: Headers = reader) =>
  Effect.flatMap(partner, (calls) => calls.get(`/fulfillments${path}`, headers))
export const act = (name: string, action: string, body?: unknown, headers: Headers = writer) =>
  Effect.flatMap(partner, (calls) => calls.post(`/fulfillments/${idOf(name)}/${action}`, headers, body))

export const show = (name: string, headers?: Headers) => get(`/${idOf(name)}`, headers)
export const search = (query: string, headers?: Headers) => get(`/search?limit=100&${query}`, headers)
export const pending = (query = "", headers?: Headers) => get(`/pending?limit=100&${query}`, headers)

export const idsOf = (answer: Answer) => [...answer.each("items", "id")]

/** A valid body for each command. */
export const bodies: Readonly<Record<string, unknown>> = {
  approve: {},
  reject: { reason: "The house is full" },
  fulfill: {},
  modify: { changes: { checkInDate: "2031-05-01" }, note: "Later" }
}
