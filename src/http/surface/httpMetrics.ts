import { counter, gauge, histogram, requestTimes } from "../../domain/shared/metricKinds.ts"

/** Request metrics of all surfaces. */
export const httpMetrics = {
  requests: counter({
    name: "hub_http_requests_total",
    labels: ["route", "method", "status"],
    meaning:
      "Requests with a response. `route` is the path template, `unmatched` if there is none, `refused` if it was not " +
      "valid HTTP or arrived during shutdown; status 499: the client disconnected first"
  }),
  requestSeconds: histogram({
    name: "hub_http_request_duration_seconds",
    labels: ["route", "method", "status"],
    meaning: "Seconds from a request's arrival to its response",
    boundaries: requestTimes
  }),
  requestsInFlight: gauge({
    name: "hub_http_requests_in_flight",
    labels: ["route", "method"],
    meaning: "Requests in progress, counted once their route is matched"
  })
}
