import { counter, gauge, histogram, requestTimes } from "../../domain/shared/metricKinds.ts"

/** What surfaces measure of the requests that they answer. */
export const httpMetrics = {
  requests: counter({
    name: "hub_http_requests_total",
    labels: ["route", "method", "status"],
    meaning:
      "Requests answered. `route` is the path template, `unmatched` when there is none, `refused` when it was no HTTP or came while stopping; status 499: the client went away first"
  }),
  requestSeconds: histogram({
    name: "hub_http_request_duration_seconds",
    labels: ["route", "method", "status"],
    meaning: "Seconds from a request's arrival to its answer",
    boundaries: requestTimes
  }),
  requestsInFlight: gauge({
    name: "hub_http_requests_in_flight",
    labels: ["route", "method"],
    meaning: "Requests being worked on, from the moment their route is known"
  })
}
