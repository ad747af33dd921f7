import type { Recorded } from "../../support/history/recordedBooks.ts"
import { logged } from "./claimCorruptions.ts"
import {
  change,
  changing,
  claimOf,
  type Corruption,
  discount,
  found,
  isThe,
  removing,
  type Rows,
  spa
} from "./tampering.ts"

type Redemption = Rows<"redemptionRecords">

const rejected = (books: Recorded) => found(books.fulfillments.find(({ status }) => status === "rejected"))

const recordOf = (books: Recorded, fulfillmentId: string | null, action: Redemption["action"]) =>
  found(books.redemptionRecords.find((row) => row.fulfillmentId === fulfillmentId && row.action === action))

const approvalOf = (books: Recorded) => recordOf(books, spa(books).fulfillmentId, "approve")
const rejectionOf = (books: Recorded) => recordOf(books, rejected(books).id, "reject")

/** The books with a changed copy of a record. */
const adding =
  (of: (books: Recorded) => Redemption, patch: (books: Recorded) => Partial<Redemption>) =>
  (books: Recorded): Recorded => ({
    ...books,
    redemptionRecords: [
      ...books.redemptionRecords,
      { ...of(books), id: "019cb700-0000-7000-8000-000000000001", ...patch(books) }
    ]
  })

/** The desk's records of claims. */
export const ofRedemptions: ReadonlyArray<Corruption> = [
  {
    title: "PAR-026: a record of a move that was never made",
    check: "redemption",
    tamper: adding(approvalOf, () => ({ action: "modify", fromStatus: "approved", toStatus: "modified" })),
    finds: (books) => [`redemption fulfillment:${spa(books).fulfillmentId}`]
  },
  {
    title: "PAR-026: a move that was made once and recorded twice",
    check: "redemption",
    tamper: adding(approvalOf, () => ({})),
    finds: (books) => [`redemption fulfillment:${spa(books).fulfillmentId}`]
  },
  {
    title: "PAR-026: a move of the desk without a record",
    check: "redemption",
    tamper: removing("redemptionRecords", ({ id }, books) => id === approvalOf(books).id),
    finds: (books) => [`redemption fulfillment:${spa(books).fulfillmentId}`]
  },
  {
    title: "A-94: a desk's record of a move by the system",
    check: "redemption",
    tamper: (books) => ({
      ...books,
      auditLog: change(books.auditLog, logged(books, spa(books), "approved"), () => ({
        actor: { kind: "system" as const, id: null }
      }))
    }),
    finds: (books) => [`redemption fulfillment:${spa(books).fulfillmentId}`]
  },
  {
    title: "DOMAIN 5.1: a record of a move from another status",
    check: "redemption_move",
    tamper: changing("redemptionRecords", isThe(approvalOf), () => ({ fromStatus: "approved" as const })),
    finds: (books) => [
      `redemption fulfillment:${spa(books).fulfillmentId}`,
      `redemption_move redemption:${approvalOf(books).id}`
    ]
  },
  {
    title: "DOMAIN 5.1: a record of a move that another action makes",
    check: "redemption_move",
    tamper: changing("redemptionRecords", isThe(approvalOf), () => ({ action: "modify" as const })),
    finds: (books) => [`redemption_move redemption:${approvalOf(books).id}`]
  },
  {
    title: "PAR-026: a rejected claim without a record of the rejection",
    check: "redemption_end",
    tamper: removing("redemptionRecords", ({ id }, books) => id === rejectionOf(books).id),
    finds: (books) => ["redemption", "redemption_end"].map((check) => `${check} fulfillment:${rejected(books).id}`)
  },
  {
    title: "DOMAIN 5.1: a claim that was rejected and fulfilled",
    check: "redemption_end",
    tamper: adding(rejectionOf, () => ({ action: "fulfill", toStatus: "fulfilled", fromStatus: "approved" })),
    finds: (books) => ["redemption", "redemption_end"].map((check) => `${check} fulfillment:${rejected(books).id}`)
  },
  {
    title: "A-94: a claim used by its member, with a record of the desk",
    check: "redemption_end",
    tamper: adding(rejectionOf, (books) => ({
      fulfillmentId: claimOf(books, discount(books)).id,
      action: "fulfill",
      fromStatus: "claimed",
      toStatus: "fulfilled"
    })),
    finds: (books) =>
      ["redemption", "redemption_end"].map((check) => `${check} fulfillment:${discount(books).fulfillmentId}`)
  }
]
