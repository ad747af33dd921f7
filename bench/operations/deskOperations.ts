import { partnerKeys } from "../../src/demo/demoPartnerKeys.ts"
import { at, holds, parsed } from "../answers.ts"
import { claimedId, deskFixtures } from "../fixtures/deskFixtures.ts"
import { encodeRequest, type LoadRequest } from "../load.ts"
import type { Operation } from "./operations.ts"

const { searched, verificationCode } = deskFixtures

/** A partner's request for a page of 25. */
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
    isRepeatable,
    data,
    subjects: ["service", "peer"]
  }
}

/** Measured after the lists, because the claims that it leaves would show up in the pending list. */
const fulfilling: Operation = {
  name: "fulfillFulfillment",
  what: "hand-over of a claimed offer, with its verification code",
  request: ({ serial }) => {
    const id = claimedId(serial)
    return {
      bytes: encodeRequest(
        "POST",
        `/v1/partner/fulfillments/${id}/fulfill`,
        { "x-api-key": partnerKeys.PA, "idempotency-key": `bench-fulfill-${serial}` },
        JSON.stringify({ verificationCode })
      ),
      status: 200,
      accepts: (body) => {
        const answer = parsed(body)
        return at(answer, "fulfillment.id") === id && at(answer, "fulfillment.status") === "fulfilled"
      }
    }
  },
  takes: "fulfillments",
  isRepeatable: false,
  data: "desk",
  subjects: ["service", "peer"]
}

/** Operations of desks. The feed's response has the time to poll from next, which is different each time. */
export const deskOperations: ReadonlyArray<Operation> = [
  reading("listPendingFulfillments", "a page of 25 of 200 claims that wait", "/fulfillments/pending", {
    data: "desk",
    isRepeatable: false
  }),
  reading("searchFulfillments", "a page of 25 claims of members by name", `/fulfillments/search?q=${searched}`, {
    data: "desk"
  }),
  reading("listMembers", "a page of 25 members by name", `/members?q=${searched}`, { data: "desk" }),
  reading("listVenueReservations", "a page of 25 of 2000 stays", "/reservations", { data: "desk" }),
  fulfilling
]
