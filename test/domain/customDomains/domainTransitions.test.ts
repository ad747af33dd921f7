import { assert, describe, it } from "@effect/vitest"
import { type CustomDomain, DomainFailure, DomainStatus } from "../../../src/domain/customDomains/CustomDomain.ts"
import {
  domainTransitions,
  domainTriggers,
  findDomainTransition
} from "../../../src/domain/customDomains/domainTransitions.ts"

/** DOMAIN 8.2 after connecting: trigger, state before, state after, certificate status after. */
const rows = `
  records_found          | pending_dns          | verifying                  | pending
  records_overdue        | pending_dns          | failed(dns_timeout)        | none
  hostname_held          | pending_dns          | failed(hostname_taken)     | none
  hostname_held          | failed(*)            | failed(hostname_taken)     | none
  certificate_issued     | verifying            | verified                   | issued
  certificate_unmanaged  | verifying            | verified                   | none
  certificate_refused    | verifying            | failed(certificate_failed) | failed
  records_lost           | verified             | failed(dns_lost)           | none
  retry_found            | failed(*)            | verifying                  | pending
  retry_missing          | failed(*)            | pending_dns                | none
  forget                 | failed(dns_timeout)  | removed                    | none
  disconnect             | pending_dns          | removed                    | none
  disconnect             | verifying            | removed                    | none
  disconnect             | verified             | removed                    | none
  disconnect             | failed(*)            | removed                    | none
`

type State = Pick<CustomDomain, "status" | "failureReason">

const nameOf = (status: string, reason: string | null) => (reason === null ? status : `${status}(${reason})`)

const states: ReadonlyArray<State> = DomainStatus.literals.flatMap(
  (status): ReadonlyArray<State> =>
    status === "failed"
      ? DomainFailure.literals.map((failureReason) => ({ status, failureReason }))
      : [{ status, failureReason: null }]
)

const expected = new Map(
  rows
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [trigger, from = "", to, certificate] = line.split("|").map((cell) => cell.trim())
      const sources = from === "failed(*)" ? DomainFailure.literals.map((reason) => nameOf("failed", reason)) : [from]
      return sources.map((source): [string, string] => [`${trigger} ${source}`, `${to} ${certificate}`])
    })
)

describe("the state machine of custom domains", () => {
  it("DOMAIN 8.2: every trigger has in every state the transition of the table, or none", () => {
    let moves = 0
    for (const trigger of domainTriggers) {
      for (const state of states) {
        const key = `${trigger} ${nameOf(state.status, state.failureReason)}`
        const found = findDomainTransition(trigger, state)
        const outcome =
          found === undefined ? undefined : `${nameOf(found.to, found.failureReason)} ${found.certificateStatus}`
        assert.strictEqual(outcome, expected.get(key), key)
        moves += outcome === undefined ? 0 : 1
      }
    }
    assert.strictEqual(moves, expected.size)
  })

  it("DOMAIN 8.2: exactly the transitions to failed have a failure reason", () => {
    for (const { failureReason, to, trigger } of domainTransitions) {
      assert.strictEqual(failureReason !== null, to === "failed", trigger)
    }
  })
})
