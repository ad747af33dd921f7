import { partnerKeys } from "../src/demo/demoPartnerKeys.ts"
import { holds } from "./answers.ts"
import { deskFixtures } from "./deskFixtures.ts"
import { encodeRequest, type LoadRequest } from "./load.ts"
import type { Operation } from "./operations.ts"

const { searched } = deskFixtures

const reading = (name: string, what: string, path: string, isRepeatable = true): Operation => {
  const request: LoadRequest = {
    bytes: encodeRequest("GET", `/v1/partner${path}`, { "x-api-key": partnerKeys.PA }),
    status: 200,
    accepts: (body) => holds(body, "items", 25)
  }
  return {
    name,
    what,
    request: () => request,
    isClaim: false,
    isRepeatable,
    data: "desk",
    subjects: ["service", "peer"]
  }
}

/** What desks have open all day. An answer of the feed says when to ask from next, which is another moment each time. */
export const deskOperations: ReadonlyArray<Operation> = [
  reading("listPendingFulfillments", "a page of 25 of 200 claims that wait", "/fulfillments/pending", false),
  reading("searchFulfillments", "a page of 25 claims of members by name", `/fulfillments/search?q=${searched}`),
  reading("listMembers", "a page of 25 members by name", `/members?q=${searched}`),
  reading("listVenueReservations", "a page of 25 of 2000 stays", "/reservations")
]
