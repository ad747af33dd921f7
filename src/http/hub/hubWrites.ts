import { Duration, Effect } from "effect"
import { HubCaller } from "../../domain/access/HubCaller.ts"
import { IdempotencyConflict, IdempotencyInProgress } from "../../domain/idempotency/HubIdempotencyErrors.ts"
import { headerKey, understood, type WriteRules } from "../surface/writes.ts"
import { problems } from "./problem.ts"

/**
 * Writes of the hub are answered once for each key of an integration (HUB-070 to HUB-073). A parallel duplicate waits for the
 * outcome of the first; a refusal leaves nothing, the key included.
 */
export const hubWrites: WriteRules<IdempotencyConflict | IdempotencyInProgress, HubCaller> = {
  policy: {
    namespace: "hub",
    owner: "organization",
    retention: Duration.days(30),
    duplicates: { _tag: "waits" },
    reused: () => new IdempotencyConflict(),
    inFlight: () => new IdempotencyInProgress()
  },
  envelope: problems,
  keyOf: headerKey,
  owner: Effect.map(HubCaller, ({ integration, organization }) => ({
    tenant: `${organization.id} integration ${integration.id}`,
    mayRepeat: () => true,
    actor: { kind: "key", id: integration.xid }
  })),
  sameness: understood,
  keeps: () => false,
  replayHeaders: {}
}
