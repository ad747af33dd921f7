import { type Context, Effect, type Layer } from "effect"
import { memberIds, type MemberName } from "../../src/demo/demoMembers.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { type VenueName, venues } from "../../src/demo/venues.ts"
import type { JobName } from "../../src/domain/jobs/Jobs.ts"
import { mergeMembers } from "../../src/domain/members/mergeMembers.ts"
import { changeReservation } from "../../src/domain/reservations/changeReservation.ts"
import type { ReservationXid } from "../../src/domain/reservations/Reservation.ts"
import type * as Services from "../../src/layers/Services.ts"
import { grant } from "./memberServices.ts"
import { key, partner } from "./partner.ts"
import * as Service from "./http/service.ts"

type Operations = Layer.Success<typeof Services.layerMemory>

const act = Effect.fnUntraced(function* (id: unknown, action: string, body: unknown = {}) {
  const { post } = yield* partner
  const answer = yield* post(`/fulfillments/${String(id)}/${action}`, key("PA"), body)
  return answer.status === 200 ? answer.at("fulfillment.status") : answer.at("code")
})

/** The desk of Organization A: each command returns the resulting status or the code of its failure. */
export const desk = {
  approve: (id: unknown) => act(id, "approve"),
  modify: (id: unknown) => act(id, "modify", { changes: { substitution: "Another hour" }, note: "Later in the day" }),
  reject: (id: unknown) => act(id, "reject", { reason: "The house is full" }),
  fulfill: (id: unknown, verificationCode?: unknown) =>
    act(id, "fulfill", verificationCode === undefined ? {} : { verificationCode }),
  redemptions: (id: unknown) =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const answer = yield* get(`/fulfillments/${String(id)}/redemptions`, key("PA"))
      return answer.each("items", "action")
    })
}

/** The whole service with test controls, and the changes that the core makes to the same data. */
export const serviceWithCore = (environment: Readonly<Record<string, string>> = {}) => {
  let services: Context.Context<Operations> | undefined
  const layer = Service.layer({
    environment: {
      HUB_TEST_CONTROLS: "1",
      HUB_LIMIT_MEMBER: "1000000",
      HUB_LIMIT_PARTNER_KEY: "1000000",
      HUB_LIMIT_PARTNER_WRITES: "1000000",
      ...environment
    },
    replace: (built) => {
      services = built
      return built
    }
  })
  const inside = <A, E, R extends Operations>(effect: Effect.Effect<A, E, R>) =>
    Effect.suspend(() =>
      services === undefined
        ? Effect.die(new Error("The service is not built"))
        : Effect.provideContext(effect, services)
    )
  return {
    layer,
    /** Grants a member points, like the core. */
    give: (name: MemberName, points: number, asset: "VALID" | "CREDIT" = "VALID") =>
      inside(grant(memberIds[name], points, asset === "CREDIT" ? { asset, expiresAt: null } : {})),
    /** Merges two accounts of one person, like the core (DOMAIN 4.5). */
    merge: (source: MemberName, target: MemberName) =>
      inside(mergeMembers({ mergeId: "it-merge", sourceId: memberIds[source], targetId: memberIds[target] })),
    /** Moves a stay of Organization A to another venue, like an import. */
    moveStay: (externalId: ReservationXid, venue: VenueName) =>
      inside(
        changeReservation({
          organizationId: organizationIds.A,
          externalId,
          messageId: `move to ${venue}`,
          change: { propertyId: venues[venue].id }
        })
      )
  }
}

const control = Effect.fnUntraced(function* (method: string, path: string, body?: unknown) {
  const { call } = yield* Service.Service
  const answer = yield* call(method, `/__test/${path}`, body === undefined ? {} : { body })
  return answer.status === 200 ? answer : yield* Effect.die(new Error(answer.text))
})

/** The test controls of the service (GEN-014). */
export const controls = {
  pass: (hours: number) => control("POST", "clock", { advanceSeconds: Math.round(hours * 3600) }),
  fail: (point: "before_commit" | "after_commit") => control("POST", "faults", { point, times: 1 }),
  run: (job: JobName) => control("POST", `jobs/${job}/run`),
  outbox: control("GET", "outbox"),
  reset: control("POST", "reset")
}
