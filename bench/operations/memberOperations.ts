import { Effect } from "effect"
import { demoValidity, mintMemberToken } from "../../src/layers/developmentIssuer.ts"
import { at, holds, parsed } from "../answers.ts"
import { encodeRequest, type LoadRequest } from "../load.ts"
import { memberFixtures } from "../fixtures/memberFixtures.ts"
import type { Operation } from "./operations.ts"

const { box, circle, claimedOffer, claimedPoints, codedOffer, inBox, inCircle, members, subjectOf, typed, zoom } =
  memberFixtures

const measured = { data: "members", subjects: ["service", "peer"] } as const

interface Question {
  readonly name: string
  readonly what: string
  readonly method: "GET" | "POST"
  readonly path: string
  readonly body?: unknown
  readonly accepts: (body: string) => boolean
}

export const propertySearch: Question = {
  name: "searchProperties",
  what: `a page of 20 of ${inCircle} properties near a place, of 100,000`,
  method: "POST",
  path: "/v1/members/properties/search",
  body: { location: circle, limit: 20 },
  accepts: (body) => holds(body, "items", 20) && at(parsed(body), "total") === inCircle
}

const questions: ReadonlyArray<Question> = [
  {
    name: "getWallet",
    what: "the balance and a page of 20 transactions",
    method: "GET",
    path: "/v1/members/me/wallet",
    accepts: (body) => holds(body, "transactions", 20) && holds(body, "balance.expiringPoints.items", 5)
  },
  {
    name: "listOffers",
    what: "a page of 20 offers",
    method: "GET",
    path: "/v1/members/me/loyalty/offers",
    accepts: (body) => holds(body, "items", 20)
  },
  propertySearch,
  {
    name: "mapProperties",
    what: `${inBox} properties at zoom ${zoom}`,
    method: "POST",
    path: "/v1/members/properties/map",
    body: { bounds: box, zoom },
    accepts: (body) => holds(body, "clusters", 10) && at(parsed(body), "total") === inBox
  },
  {
    name: "suggestPlaces",
    what: "10 places and properties",
    method: "POST",
    path: "/v1/members/properties/suggestions",
    body: { query: typed },
    accepts: (body) => holds(body, "suggestions", 5)
  }
]

/** The headers of a member's requests. */
export const memberHeaders = (member: number) =>
  Effect.map(
    mintMemberToken({ ...demoValidity, subject: subjectOf(member), emailVerified: true }),
    (token): Readonly<Record<string, string>> => ({ authorization: `Bearer ${token}` })
  )

/** A member's request. */
export const requestOf = ({ accepts, body, method, path }: Question, headers: Readonly<Record<string, string>>) => ({
  bytes: encodeRequest(method, path, headers, body === undefined ? "" : JSON.stringify(body)),
  status: 200,
  accepts
})

const claimBody = JSON.stringify({ expectedPoints: claimedPoints })
const idOf = (body: string) => String(at(parsed(body), "fulfillmentId"))

/** Operations of members. Each connection is a member of its own, so that none waits for another's wallet. */
export const memberOperations = Effect.gen(function* () {
  const headers = yield* Effect.forEach(Array.from({ length: members }).keys(), memberHeaders)
  const of = <A>(all: ReadonlyArray<A>, connection: number): A | undefined => all[connection % members]
  let claims = 0

  const reading = (question: Question): Operation => {
    const [first, ...others] = headers.map((each) => requestOf(question, each))
    if (first === undefined) throw new Error("There are no members")
    const requests = [first, ...others]
    return {
      ...measured,
      name: question.name,
      what: question.what,
      isRepeatable: true,
      request: ({ connection }) => of(requests, connection) ?? first
    }
  }

  const claiming = (offer: string, named: Pick<Operation, "name" | "what" | "takes">): Operation => ({
    ...measured,
    ...named,
    isRepeatable: false,
    request: ({ connection }): LoadRequest => {
      const own = of(headers, connection) ?? {}
      return {
        bytes: encodeRequest(
          "POST",
          `/v1/members/me/loyalty/offers/${offer}/claim`,
          { ...own, "idempotency-key": `bench-claim-${process.pid}-${claims++}` },
          claimBody
        ),
        status: 201,
        accepts: (body) => at(parsed(body), "pointsCharged") === claimedPoints,
        following: (claimed) => ({
          bytes: encodeRequest("POST", `/v1/members/me/wallet/fulfillments/${idOf(claimed)}/cancel`, own),
          status: 200,
          accepts: (body) => at(parsed(body), "success") === true
        })
      }
    }
  })

  return [
    ...questions.map(reading),
    claiming(claimedOffer, {
      name: "claimOffer, cancelFulfillment",
      what: "claim of an offer and its cancellation, one after the other"
    }),
    claiming(codedOffer, {
      name: "claimOffer with a code, cancelFulfillment",
      what: "claim of an offer that takes a code from a pool, and its cancellation, one after the other",
      takes: "codes"
    })
  ]
})
