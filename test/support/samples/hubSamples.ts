import { demoIds } from "../../../src/demo/demoIds.ts"
import type { Sample } from "../http/Sample.ts"

/** A successful request to each endpoint of the hub API. */
export const hubSamples: Readonly<Record<string, Sample>> = {
  listBrands: { path: "/api/external/v1/brands" },
  readMessaging: { path: "/api/external/v1/messaging?scope=ws-a-main" },
  transitionAction: {
    path: "/api/external/v1/messaging?scope=ws-a-main",
    body: { type: "claim", id: demoIds.actions.unowned80, expectedVersion: 1 },
    otherBody: { type: "claim", id: demoIds.actions.unowned80, expectedVersion: 2 }
  }
}
