import { demoIds } from "../../../src/demo/demoIds.ts"
import type { Sample } from "../Sample.ts"

const arrival = (stay: string) => `/v1/partner/arrivals/${demoIds.arrivals[stay]}`

/** A request of each endpoint of the Partner API that succeeds. */
export const partnerSamples: Readonly<Record<string, Sample>> = {
  getScope: { path: "/v1/partner/scope" },
  listArrivals: { path: "/v1/partner/arrivals" },
  getArrival: {
    path: arrival("open"),
    foreign: arrival("w1_open"),
    outOfReach: arrival("acknowledged_by_operator")
  },
  acknowledgeArrival: {
    path: `${arrival("open")}/ack`,
    body: { note: "Seen" },
    otherBody: { note: "Seen again" },
    foreign: `${arrival("w1_open")}/ack`,
    outOfReach: `${arrival("acknowledged_by_operator")}/ack`
  }
}
