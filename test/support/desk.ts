import { type Context, Effect, type Layer } from "effect"
import { memberIds, type MemberName } from "../../src/demo/demoMembers.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { approveFulfillment } from "../../src/domain/fulfillments/approveFulfillment.ts"
import { FulfillmentId } from "../../src/domain/fulfillments/Fulfillment.ts"
import { Fulfillments } from "../../src/domain/fulfillments/Fulfillments.ts"
import { modifyFulfillment } from "../../src/domain/fulfillments/modifyFulfillment.ts"
import { type RedeemCommand, redeemFulfillment } from "../../src/domain/fulfillments/redeemFulfillment.ts"
import { rejectFulfillment } from "../../src/domain/fulfillments/rejectFulfillment.ts"
import { mergeMembers } from "../../src/domain/members/mergeMembers.ts"
import type { Refused } from "../../src/domain/shared/Refused.ts"
import type * as Services from "../../src/layers/Services.ts"
import { orRefusal } from "./inTransaction.ts"
import { grant } from "./memberServices.ts"
import * as Service from "./service.ts"

type Operations = Layer.Success<typeof Services.layerMemory>

const command = (fulfillmentId: string): RedeemCommand => ({
  fulfillmentId: FulfillmentId.make(fulfillmentId),
  reach: { organizationIds: [organizationIds.A], venueIds: "all" },
  actor: { kind: "key", id: "desk-key", name: "Desk" },
  requestId: "it-desk"
})

interface Moved {
  readonly locked: { readonly row: { readonly status: string } }
}

/** What a command came to: the status it left, or the tag of its refusal. */
const outcomeOf = (outcome: Moved | { readonly _tag: string }) =>
  "locked" in outcome ? outcome.locked.row.status : outcome._tag

/**
 * The whole service with test controls, and beside its surfaces what a desk of Organization A and the core do to the same
 * data: operations that are not all reached through HTTP yet.
 */
export const serviceWithDesk = (environment: Readonly<Record<string, string>> = {}) => {
  let services: Context.Context<Operations> | undefined
  const layer = Service.layer({
    environment: { HUB_TEST_CONTROLS: "1", HUB_LIMIT_MEMBER: "1000000", ...environment },
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
  const by = <E, R extends Operations, F extends { readonly _tag: string }>(
    effect: Effect.Effect<Moved, E | Refused<F>, R>
  ) => Effect.map(inside(orRefusal(effect)), outcomeOf)
  const desk = {
    approve: (id: unknown) => by(approveFulfillment(command(String(id)))),
    modify: (id: unknown) =>
      by(modifyFulfillment({ ...command(String(id)), modification: { note: "Later in the day" } })),
    reject: (id: unknown) => by(rejectFulfillment({ ...command(String(id)), reason: "The house is full" })),
    fulfill: (id: unknown, verificationCode?: unknown) =>
      by(
        redeemFulfillment({
          ...command(String(id)),
          ...(verificationCode === undefined ? {} : { verificationCode: String(verificationCode) })
        })
      ),
    redemptions: (id: unknown) =>
      Effect.map(inside(Fulfillments.use((all) => all.listRedemptions(FulfillmentId.make(String(id))))), (records) =>
        records.map(({ action }) => action)
      )
  }
  return {
    layer,
    desk,
    /** Gives a member points, as the core would. */
    give: (name: MemberName, points: number, asset: "VALID" | "CREDIT" = "VALID") =>
      inside(grant(memberIds[name], points, asset === "CREDIT" ? { asset, expiresAt: null } : {})),
    /** Makes two accounts of one person one, as the core would (DOMAIN 4.5). */
    merge: (source: MemberName, target: MemberName) =>
      inside(mergeMembers({ mergeId: "it-merge", sourceId: memberIds[source], targetId: memberIds[target] }))
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
  run: (job: "expire" | "finalise") => control("POST", `jobs/${job}/run`),
  outbox: control("GET", "outbox"),
  reset: control("POST", "reset")
}
