import type { Fulfillment } from "../../../src/domain/fulfillments/Fulfillment.ts"
import type { OfferCodeStatus } from "../../../src/domain/offers/OfferCode.ts"
import type { Recorded } from "../../support/history/recordedBooks.ts"
import { changing, claimOf, type Corruption, discount, found } from "./tampering.ts"

const holder = (books: Recorded, status: Fulfillment["status"]) =>
  found(books.fulfillments.find((row) => row.status === status && row.redemptionType === "externalCode"))

/** Changes the code of the external claim in a status. */
const ofHolder = (status: Fulfillment["status"], patch: Partial<Recorded["offerCodes"][number]>) =>
  changing(
    "offerCodes",
    (code, books) => code.fulfillmentId === holder(books, status).id,
    () => patch
  )

const rejectedUnseen = (books: Recorded) =>
  found(
    books.fulfillments.find(
      ({ codesShownAt, redemptionType, status }) =>
        status === "rejected" && redemptionType === "externalCode" && codesShownAt === null
    )
  )

/** The books with another code in the hands of a claim. */
const holding = (books: Recorded, { claimedAt, id }: Fulfillment, status: OfferCodeStatus) =>
  changing(
    "offerCodes",
    (code) => code.status === "available",
    () => ({ status, fulfillmentId: id, assignedAt: claimedAt })
  )(books)

const free = { status: "available", fulfillmentId: null, assignedAt: null } as const

/** The codes of claims. */
export const ofCodes: ReadonlyArray<Corruption> = [
  {
    title: "DOMAIN 8.3: an open claim whose code returned to its pool",
    check: "claim_code",
    tamper: ofHolder("claimed", free),
    finds: (books) => [`claim_code fulfillment:${holder(books, "claimed").id}`]
  },
  {
    title: "DOMAIN 5.1: a fulfilled claim whose code was not redeemed",
    check: "claim_code",
    tamper: ofHolder("fulfilled", { status: "assigned" }),
    finds: (books) => [`claim_code fulfillment:${holder(books, "fulfilled").id}`]
  },
  {
    title: "DOMAIN 5.1: a cancelled claim whose shown code is not void",
    check: "claim_code",
    tamper: ofHolder("cancelled", { status: "assigned" }),
    finds: (books) => [`claim_code fulfillment:${holder(books, "cancelled").id}`]
  },
  {
    title: "DOMAIN 8.3: a rejected claim that kept a code that was never shown",
    check: "claim_code",
    tamper: (books) => holding(books, rejectedUnseen(books), "void"),
    finds: (books) => [`claim_code fulfillment:${rejectedUnseen(books).id}`]
  },
  {
    title: "DOMAIN 8.3: two codes of one claim",
    check: "claim_code",
    tamper: (books) => holding(books, holder(books, "approved"), "assigned"),
    finds: (books) => [`claim_code fulfillment:${holder(books, "approved").id}`]
  },
  {
    title: "DOMAIN 8.3: a code of a claim that takes none",
    check: "claim_code",
    tamper: (books) => holding(books, claimOf(books, discount(books)), "redeemed"),
    finds: (books) => [`claim_code fulfillment:${discount(books).fulfillmentId}`]
  }
]
