import { DateTime, Effect } from "effect"
import { offerXid, type OfferName } from "../../src/demo/offerPlan.ts"
import { AuditOrigin } from "../../src/domain/audit/audit.ts"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import type { DeskCommand } from "../../src/domain/fulfillments/DeskCommand.ts"
import { FulfillmentId } from "../../src/domain/fulfillments/Fulfillment.ts"
import { getFulfillment } from "../../src/domain/fulfillments/readFulfillments.ts"
import { MemberId } from "../../src/domain/members/Member.ts"
import { Notifications } from "../../src/domain/notifications/Notifications.ts"
import type { OfferClaim } from "../../src/domain/offers/OfferClaim.ts"
import { OrganizationId } from "../../src/domain/organizations/Organization.ts"
import { Outbox } from "../../src/domain/outbox/Outbox.ts"
import { atTime } from "./atTime.ts"
import { asMember, claim, grant, seenBy } from "./memberServices.ts"
import { offersDataset } from "./datasets/offersDataset.ts"

/** The start time of these tests. */
export const start = DateTime.makeUnsafe("2026-03-04T05:06:07.890Z")

export const after = (parts: Parameters<typeof DateTime.add>[1]) => DateTime.add(start, parts)

/** Members 1001 to 1040: in no program, without points, each for one test. */
export const claimants: Dataset = (() => {
  const part = offersDataset(start)
  const [sample] = part.members
  const ids = Array.from({ length: 40 }, (_, index) => 1001 + index)
  return {
    ...part,
    members: [
      ...part.members,
      ...ids.flatMap((id) =>
        sample === undefined
          ? []
          : [
              {
                ...sample,
                id: MemberId.make(id),
                xid: String(id).padStart(26, "0"),
                identitySubject: `m-${id}`,
                email: `${id}@example.com`
              }
            ]
      )
    ]
  }
})()

export const at = (parts: Parameters<typeof DateTime.add>[1]) => atTime(after(parts))

/** Grants a member VALID points that outlast every test, and CREDIT. */
export const fund = (memberId: number, points: number, credit = 0) =>
  Effect.gen(function* () {
    if (points > 0) yield* grant(memberId, points)
    if (credit > 0) yield* grant(memberId, credit, { asset: "CREDIT", expiresAt: null })
  }).pipe(at({}))

/** Claims an offer of the demo data at the start, or `parts` later; returns the claim's id. */
export const claimed = (
  memberId: number,
  offer: OfferName,
  change: OfferClaim = {},
  parts: Parameters<typeof DateTime.add>[1] = {}
) => at(parts)(claim(memberId, offerXid(offer), change))

/** A claim as its member sees it. */
export const detail = (memberId: number, id: string, parts: Parameters<typeof DateTime.add>[1] = {}) =>
  at(parts)(asMember(memberId)(getFulfillment(FulfillmentId.make(id))))

/** The member's wallet, and whether its parts agree. */
export const wallet = (memberId: number, parts: Parameters<typeof DateTime.add>[1] = {}) =>
  Effect.map(at(parts)(seenBy(memberId)), ({ addsUp, spendable, transactions }) => ({
    spendable,
    transactions,
    addsUp
  }))

const desk = { kind: "key", id: "key-1", name: "Desk" } as const

/** A desk that reaches everything of Organization A. */
export const deskCommand = (fulfillmentId: string): DeskCommand => ({
  fulfillmentId: FulfillmentId.make(fulfillmentId),
  reach: { organizationIds: [OrganizationId.make(1)], venueIds: "all" },
  actor: desk
})

/** Runs an operation with that desk as the audited actor. */
export const asDesk = Effect.provideService(AuditOrigin, {
  actor: { kind: desk.kind, id: desk.id },
  requestId: "it-desk"
})

/** Titles of a member's notifications, newest first. */
export const titles = (memberId: number) =>
  Notifications.use((all) =>
    all.list({
      memberId: MemberId.make(memberId),
      order: "desc",
      isRead: undefined,
      isWallet: undefined,
      now: start,
      limit: 100,
      offset: 0
    })
  ).pipe(Effect.map(({ items }) => items.map(({ title }) => title)))

/** The notices to venues about a claim. */
export const notices = (id: string) =>
  Outbox.use((outbox) => outbox.list).pipe(
    Effect.map((entries) =>
      entries.filter(({ kind, payload }) => kind === "property_notification" && JSON.stringify(payload).includes(id))
    )
  )
