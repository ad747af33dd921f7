const ids = {
  pending: "019b76da-a800-70ec-8695-45906819381a",
  free: "019b76da-a800-7902-baa4-6c6ded11af42",
  failed: "019b76da-a800-7aa0-94aa-d6a5f8d87300",
  page: "019b76da-a800-79c5-8dae-ec7604b6d83d"
}

const pending = {
  customDomainId: ids.pending,
  hostname: "pending.hotels-a.example",
  status: "pending_dns",
  certificateStatus: "none",
  failureReason: null,
  assignedPageGroupId: null,
  lastCheckedAt: "2026-05-10T09:10:00.000Z",
  nextCheckAt: "2026-05-10T09:15:00.000Z",
  verifiedAt: null,
  createdAt: "2026-05-10T09:00:00.000Z"
}

const verified = {
  ...pending,
  customDomainId: "019b76da-a800-7ac3-8ae9-150abd90eaf8",
  hostname: "www.hotels-a.example",
  status: "verified",
  certificateStatus: "issued",
  assignedPageGroupId: ids.page,
  nextCheckAt: "2026-05-10T10:10:00.000Z",
  verifiedAt: "2026-05-08T14:31:00.000Z",
  createdAt: "2026-05-08T14:02:00.000Z"
}

const proof = {
  type: "TXT",
  name: "_hub-verification.booking.hotels-a.example",
  value: "hub-verification=k3Jd0cQe7LrTnYxWb5Vh2GfUaPzMs8Ei1ORo4Cj6tDl",
  observed: [],
  ok: false
}

const alias = {
  type: "CNAME",
  name: "booking.hotels-a.example",
  value: "edge.hub.example",
  observed: [],
  ok: false
}

/** Requests to the custom domain endpoints that succeed against the demo data, by operation id. */
export const domainRequests = {
  connectCustomDomain: {
    parameters: { "idempotency-key": "example-domain-1" },
    bodies: { hostname: { summary: "Connect a hostname", value: { hostname: "booking.hotels-a.example" } } }
  },
  getCustomDomain: { parameters: { customDomainId: ids.pending } },
  listDnsRecords: { parameters: { customDomainId: ids.pending } },
  disconnectCustomDomain: { parameters: { customDomainId: ids.free, "idempotency-key": "example-domain-end-1" } },
  recheckCustomDomain: { parameters: { customDomainId: ids.pending, "idempotency-key": "example-recheck-1" } },
  retryCustomDomain: { parameters: { customDomainId: ids.failed, "idempotency-key": "example-retry-1" } }
}

/** Example responses of the custom domain endpoints, by operation id. */
export const domainExamples = {
  listCustomDomains: { items: [verified, pending], total: 2, limit: 25, offset: 0 },
  connectCustomDomain: {
    ...pending,
    hostname: "booking.hotels-a.example",
    lastCheckedAt: null,
    nextCheckAt: "2026-05-10T09:00:00.000Z",
    dnsRecords: [proof, alias]
  },
  getCustomDomain: pending,
  listDnsRecords: {
    items: [
      { ...proof, observed: [proof.value], ok: true },
      { ...alias, observed: ["old-site.example"] }
    ]
  },
  recheckCustomDomain: { ...pending, status: "verifying", certificateStatus: "pending" },
  retryCustomDomain: { ...pending, customDomainId: ids.failed, hostname: "late.hotels-a.example" }
}
