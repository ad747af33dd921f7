import { partnerKeys } from "../src/demo/demoPartnerKeys.ts"
import { holds } from "./answers.ts"
import { deskFixtures } from "./deskFixtures.ts"
import { encodeRequest, type LoadRequest } from "./load.ts"
import type { Operation } from "./operations.ts"

const { searched } = deskFixtures

/** A partner's question for a page of 25. */
export const reading = (
  name: string,
  what: string,
  path: string,
  { data, isRepeatable = true }: { readonly data: Operation["data"]; readonly isRepeatable?: boolean }
): Operation => {
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
    data,
    subjects: ["service", "peer"]
  }
}

/** What desks have open all day. An answer of the feed says when to ask from next, which is another moment each time. */
export const deskOperations: ReadonlyArray<Operation> = [
  reading("listPendingFulfillments", "a page of 25 of 200 claims that wait", "/fulfillments/pending", {
    data: "desk",
    isRepeatable: false
  }),
  reading("searchFulfillments", "a page of 25 claims of members by name", `/fulfillments/search?q=${searched}`, {
    data: "desk"
  }),
  reading("listMembers", "a page of 25 members by name", `/members?q=${searched}`, { data: "desk" }),
  reading("listVenueReservations", "a page of 25 of 2000 stays", "/reservations", { data: "desk" })
]
