import { Effect } from "effect"
import { HubCaller } from "../../domain/access/HubCaller.ts"
import type { IdempotencyConflict, IdempotencyInProgress } from "../../domain/idempotency/HubIdempotencyErrors.ts"
import { waitingPolicy } from "../../domain/idempotency/waitingPolicy.ts"
import { headerKey, decodedInput, type WriteRules } from "../surface/writes.ts"
import { problems } from "./problem.ts"

/** Hub writes run once per idempotency key of an integration (HUB-070 to HUB-073). */
export const hubWrites: WriteRules<IdempotencyConflict | IdempotencyInProgress, HubCaller> = {
  policy: waitingPolicy({ namespace: "hub", owner: "organization" }),
  envelope: problems,
  keyOf: headerKey,
  owner: Effect.map(HubCaller, ({ integration, organization }) => ({
    tenant: `${organization.id} integration ${integration.id}`,
    mayRepeat: () => true,
    actor: { kind: "key", id: integration.xid }
  })),
  fingerprintInput: decodedInput,
  keeps: () => false,
  replayHeaders: {}
}
