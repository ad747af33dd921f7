/** Every read of arrivals looks up the pending rebuilds of its organization (DOMAIN 6.2). */
export const pendingRebuilds: ReadonlyArray<string> = [
  `CREATE INDEX arrival_rebuilds_by_organization ON arrival_rebuilds (organization_id, id)`
]
