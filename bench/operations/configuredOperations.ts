import { partnerKeys } from "../../src/demo/demoPartnerKeys.ts"
import { at, parsed } from "../answers.ts"
import { configuredFixtures } from "../fixtures/configuredFixtures.ts"
import { reading } from "./deskOperations.ts"
import { encodeRequest } from "../load.ts"
import type { Operation } from "./operations.ts"

const { codes, edited, editedOf, poolOf, pools, programOf, programs, tierOf } = configuredFixtures

let writes = 0

/** The headers of a partner's write, with a fresh idempotency key. */
const writing = () => ({
  "x-api-key": partnerKeys.PA,
  "idempotency-key": `bench-configuration-${process.pid}-${writes++}`
})

const changed = { isRepeatable: false, data: "configuration", subjects: ["service", "peer"] } as const

const changeTier: Operation = {
  ...changed,
  name: "changeTier",
  what: "another multiplier of a tier",
  request: ({ connection }) => {
    const program = connection % programs
    // Different from the tier's last one, so that each request writes.
    const multiplier = (101 + (writes % 97)) / 100
    return {
      bytes: encodeRequest(
        "PATCH",
        `/v1/partner/loyalty/programs/${programOf(program)}/tiers/${tierOf(program)}`,
        writing(),
        JSON.stringify({ multiplier })
      ),
      status: 200,
      accepts: (body) => at(parsed(body), "multiplier") === multiplier
    }
  }
}

const addCodes: Operation = {
  ...changed,
  name: "addPoolCodes",
  what: `an upload of ${codes} codes to a pool`,
  request: ({ connection }) => {
    const headers = writing()
    const added = Array.from({ length: codes }, (_, place) => `${headers["idempotency-key"]}-${place}`)
    return {
      bytes: encodeRequest(
        "POST",
        `/v1/partner/offer-code-pools/${poolOf(connection % pools)}/codes`,
        headers,
        JSON.stringify({ codes: added })
      ),
      status: 200,
      accepts: (body) => at(parsed(body), "added") === codes
    }
  }
}

const publishing: Operation = {
  ...changed,
  name: "editPage, publishPage",
  what: "a draft of a page and its publication, one after the other",
  request: ({ connection }) => {
    const path = `/v1/partner/pages/${editedOf(connection % edited)}`
    return {
      bytes: encodeRequest("POST", `${path}/edit`, writing()),
      status: 200,
      accepts: (body) => at(parsed(body), "hasDraft") === true,
      following: () => ({
        bytes: encodeRequest("POST", `${path}/publish`, writing()),
        status: 200,
        accepts: (body) => at(parsed(body), "hasDraft") === false
      })
    }
  }
}

/** Operations on partners' configuration. */
export const configuredOperations: ReadonlyArray<Operation> = [
  reading("listEntitlements", "a page of 25 entitlements", "/loyalty/entitlements", { data: "configuration" }),
  reading("listPages", "a page of 25 pages with their versions", "/pages", { data: "configuration" }),
  changeTier,
  addCodes,
  publishing
]
